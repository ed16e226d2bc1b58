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
import { Crash } from "./crash.tsx";
import { PassPage } from "./pass-page.tsx";
import { siteOf, uidOf, wayBackOf } from "./page-facts.ts";
import { setSite } from "../platform/site.ts";

const site = siteOf(document.getElementById("site")?.textContent ?? "");
setSite(site);
// Through the style object: the page's policy allows no style in the markup.
for (const [name, colour] of Object.entries(site.brand.theme))
  document.documentElement.style.setProperty(name, colour);

const wayBack = wayBackOf(document.referrer, location.origin);
const isEncrypted = location.protocol === "https:";
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <Crash
      brand={site.brand}
      wayBack={wayBack}
      isEncrypted={isEncrypted}
      isMoved={false}
      onBack={() => location.replace(wayBack)}
      onReload={() => location.reload()}
    >
      <PassPage
        uid={uidOf(location.pathname)}
        brand={site.brand}
        wayBack={wayBack}
        isEncrypted={isEncrypted}
        onLeave={(address) => location.replace(address)}
        onTitle={(title) => {
          document.title = title;
        }}
      />
      <Challenge />
    </Crash>,
  );
