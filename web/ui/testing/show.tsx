import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import axe from "axe-core";

let root: Root | null = null;

/**
 * Renders a part of a page within a router, in an empty document, and removes the previous one.
 * @param className class of the page's `main`
 */
export function show(content: ReactNode, className = ""): void {
  root?.unmount();
  const main = document.createElement("main");
  main.id = "root";
  main.className = className;
  document.body.replaceChildren(main);
  root = createRoot(main);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: content }])} />);
}

/** Violations found by axe, by rule; a part needs neither a first-level heading nor a title. */
export async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { "page-has-heading-one": { enabled: false }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
