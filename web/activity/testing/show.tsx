import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import axe from "axe-core";

let root: Root | null = null;

/** Renders a part of a page within a router, in an empty document. */
export function show(content: ReactNode): void {
  root?.unmount();
  document.body.innerHTML = '<main id="root"></main>';
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

/** Query that a GET form would send, optionally by a button. */
export const sentBy = (form: HTMLFormElement | null, button: HTMLElement | null = null): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form ?? undefined, button)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.name,
    ]),
  );
