import "../../ui/styles/test-base-styles.ts";
import "../kit/styles/console.css";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import axe from "axe-core";
import { page } from "vitest/browser";
import { createMemoryRouter, RouterProvider } from "react-router";
import { operatorRightNames, type OperatorRight } from "#contract/console/rights.ts";
import type { OperatorSession } from "#contract/console/session.ts";
import { everyScope } from "#contract/console/scope.ts";
import { createQueryClient } from "../shell/query-client.ts";
import { SessionContextProvider, withRights } from "../shell/session-context.tsx";

let root: Root | null = null;

/** Session of an operator who has the given rights; by default all. */
const sessionOf = (rights: readonly OperatorRight[] = operatorRightNames): OperatorSession => ({
  operator: { operatorId: "2071", name: "周运营" },
  grants: [{ grantId: "1", role: "region", scope: everyScope, source: "hand" }],
  rights: rights.map((right) => ({ right, reach: "list" })),
  brand: { name: "青岚汽车", latin: "QINGLAN", logo: ["M2 20C9 20 10 4 16 4"], theme: {}, copyright: "" },
  session: {
    sessionId: "1",
    expiresTime: "2026-11-28T02:00:00+08:00",
    idleMinutes: 30,
    stepUpUntil: null,
  },
  isDirectoryAccount: false,
  recoveryCodes: { left: 10, usedTime: null },
  serverTime: "2026-11-27T14:22:00+08:00",
});

type ShowOptions = {
  /** Address at which the part is shown. */
  readonly at?: string;
  readonly rights?: readonly OperatorRight[];
};

/**
 * Renders a part of the console with a session, a router and the cache of queries, in an empty document.
 * @returns the router, for its address
 */
export function showInConsole(content: ReactNode, { at = "/", rights }: ShowOptions = {}) {
  // A desk's window: below 768 px pages ask for a wider one, and panels are dialogs.
  void page.viewport(1280, 900);
  root?.unmount();
  const place = document.createElement("div");
  place.id = "root";
  document.body.replaceChildren(place);
  root = createRoot(place);
  const router = createMemoryRouter([{ path: "*", element: content }], { initialEntries: [at] });
  root.render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <SessionContextProvider session={withRights(sessionOf(rights))}>
          <RouterProvider router={router} />
        </SessionContextProvider>
      </QueryClientProvider>
    </CSPProvider>,
  );
  return router;
}

/** Violations found by axe in a theme, by rule; a part needs neither a first-level heading nor landmarks. */
export async function axeFindings(theme: "light" | "dark"): Promise<string[]> {
  document.documentElement.dataset["theme"] = theme;
  const { violations } = await axe.run(document.body, {
    rules: { "page-has-heading-one": { enabled: false }, region: { enabled: false } },
  });
  delete document.documentElement.dataset["theme"];
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
