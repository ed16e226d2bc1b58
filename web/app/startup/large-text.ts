// With the style sheet, so that a later change of the text size shows at once.
import "./large-text.module.css";

export { watchLargeText } from "../../platform/browser/large-text.ts";
