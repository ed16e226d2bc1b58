import "../ui/styles/tokens.css";
import "../ui/styles/tokens-dark.css";
import "../ui/styles/motion.module.css";
import "../ui/styles/icon.module.css";
import "./kit/styles/console.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import "#contract/console/refusals.ts";
import { applyPreferences } from "../platform/console/operator-preferences.ts";
import { printInLightTheme } from "../platform/console/print-page.ts";
import { createConsoleRouter } from "./routes.tsx";
import { createQueryClient } from "./shell/index.ts";

applyPreferences();
printInLightTheme();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* The policy forbids style elements (requirement CO04). */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createConsoleRouter()} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
