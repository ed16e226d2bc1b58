import "../ui/styles/tokens.css";
import "../ui/styles/tokens-dark.css";
import "../ui/styles/base.css";
import "../ui/styles/motion.module.css";
import "../ui/styles/icon.module.css";
import "../ui/styles/layout.module.css";
import "../ui/styles/text.module.css";
import "../ui/styles/frame.module.css";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import "../ui/form/field.module.css";
import "../identity/identity.module.css";
import "./pass.module.css";
import { createRoot } from "react-dom/client";
import { CaptchaPrompt } from "./captcha-prompt.tsx";
import { PassErrorBoundary } from "./error-boundary.tsx";
import { PassPage } from "./pass-page.tsx";
import { parseSite, interactionIdIn, returnUrl } from "./page-facts.ts";
import { keepFocusVisible } from "../platform/browser/keep-focus-visible.ts";
import { setSite } from "../platform/environment/site.ts";

keepFocusVisible();
const site = parseSite(document.getElementById("site")?.textContent ?? "");
setSite(site);
// Set through the style object because the page's policy forbids inline style attributes.
for (const [name, colour] of Object.entries(site.brand.theme))
  document.documentElement.style.setProperty(name, colour);

const returnAddress = returnUrl(document.referrer, location.origin);
const isEncrypted = location.protocol === "https:";
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <PassErrorBoundary
      brand={site.brand}
      returnAddress={returnAddress}
      isEncrypted={isEncrypted}
      isNavigated={false}
      onBack={() => location.replace(returnAddress)}
      onReload={() => location.reload()}
    >
      <PassPage
        uid={interactionIdIn(location.pathname)}
        brand={site.brand}
        returnAddress={returnAddress}
        isEncrypted={isEncrypted}
        onLeave={(address) => location.replace(address)}
        onTitle={(title) => {
          document.title = title;
        }}
      />
      <CaptchaPrompt />
    </PassErrorBoundary>,
  );
