import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "../../ui/styles/content.module.css";
import "../../ui/styles/frame.module.css";
import "../../ui/form/field.module.css";
import "../club.module.css";
import "../feed/feed.module.css";
import "../article/article.module.css";
import "../group/group.module.css";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onChallenge, type RaisedChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { expireScreens, resetForNewViewer } from "../club-state.ts";
import { NowContext } from "../shared/relative-time.tsx";

const NOW = Date.parse("2026-11-21T10:00:00+08:00");

/** Logs a person in. */
export const logIn = (openId = "o"): void =>
  currentSession.save({
    accessToken: "token",
    userInfo: { openId, mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false },
  } as Parameters<typeof currentSession.save>[0]);

/** Logs out and drops everything that is cached. */
export function resetClub(): void {
  setSite(siteForTests);
  currentSession.clear();
  localStorage.clear();
  expireScreens();
  resetForNewViewer();
}

/**
 * Renders a component of the club in a page of its own.
 * @param address path of the page
 * @param loader loader of the page, also called by each revalidation
 */
export function show(
  part: ReactNode,
  address = "/",
  loader: () => unknown = () => null,
): {
  router: ReturnType<typeof createMemoryRouter>;
  unmount: () => void;
} {
  const container = document.createElement("main");
  document.body.replaceChildren(container);
  const path = address.startsWith("/club/") ? "/club/*" : "/";
  const router = createMemoryRouter(
    [
      { path, loader, element: <NowContext value={NOW}>{part}</NowContext> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  const root = createRoot(container);
  root.render(<RouterProvider router={router} />);
  return {
    router,
    unmount: () => {
      root.unmount();
      document.body.replaceChildren();
    },
  };
}

/** Records the challenges that are raised and answers dialogs and logins as given. */
export function raisedWith(answers: { dialog?: boolean; login?: boolean } = {}): RaisedChallenge[] {
  const raised: RaisedChallenge[] = [];
  onChallenge((each) => {
    raised.push(each);
    if (each.kind === "toast") each.answer();
    if (each.kind === "dialog") each.answer(answers.dialog ?? true);
    if (each.kind === "login") {
      if (answers.login) logIn();
      each.answer(answers.login ?? false);
    }
  });
  return raised;
}
export const toasts = (raised: readonly RaisedChallenge[]): string[] =>
  raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));
