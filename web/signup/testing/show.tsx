import "../../ui/styles/test-base-styles.ts";
import * as frameCss from "../../ui/styles/frame.module.css";
import "../../ui/styles/controls.module.css";
import "../../ui/styles/content.module.css";
import "../register/sign-up.module.css";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import axe from "axe-core";

let root: Root | null = null;

/** Renders a part of a page within a router, in an empty document, and removes the previous one. */
export function show(content: ReactNode): void {
  root?.unmount();
  document.body.innerHTML = `<main id="root" class="${frameCss.page} ${frameCss.withBar}"></main>`;
  const host = document.getElementById("root");
  if (!host) throw new Error("no host");
  root = createRoot(host);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: content }])} />);
}

/** Violations found by axe, by rule; a part needs neither a first-level heading nor a title. */
export async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { "page-has-heading-one": { enabled: false }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
