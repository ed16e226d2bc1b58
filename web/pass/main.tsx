import "../ui/tokens.css";
import "../ui/tokens-dark.css";
import "../ui/base.css";
import "../ui/frame.css";
import "../ui/controls.css";
import "../ui/content.css";
import "../ui/form.css";
import "../identity/identity.css";
import "./pass.css";
import { createRoot } from "react-dom/client";
import { Challenge } from "./challenge.tsx";
import { PassPage } from "./pass-page.tsx";
import { siteOf, uidOf, wayBackOf } from "./page-facts.ts";
import { setSite } from "../platform/site.ts";

const site = siteOf(document.getElementById("site")?.textContent ?? "");
setSite(site);
// Through the style object: the page's policy allows no style in the markup.
for (const [name, colour] of Object.entries(site.brand.theme))
  document.documentElement.style.setProperty(name, colour);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <>
      <PassPage
        uid={uidOf(location.pathname)}
        brand={site.brand}
        wayBack={wayBackOf(document.referrer, location.origin)}
        isEncrypted={location.protocol === "https:"}
        onLeave={(address) => location.replace(address)}
        onTitle={(title) => {
          document.title = title;
        }}
      />
      <Challenge />
    </>,
  );
