// Base styles of every page, for tests.
import "./tokens.css";
import "./base.css";
import "./motion.module.css";
import "./icon.module.css";
import "./layout.module.css";
import "./text.module.css";
