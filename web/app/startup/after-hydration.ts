import { consumeParameter } from "../../platform/navigation/address.ts";
import {
  currentClient,
  currentMiniProgram,
  markHostTitleBar,
} from "../../platform/environment/host-detection.ts";
import { firstScreenDone, onFirstInteraction, whenIdle } from "../../platform/page-load/hydration.ts";
import { preloadSend } from "../../platform/http/send.ts";
import { startLogin } from "../../platform/login/start-login.ts";

/**
 * Runs once after hydration, and is a part of the first script: what changes what is on show, what
 * the address asks for, and what a host needs at once. Everything else that a page does by itself
 * belongs into after-first-screen.ts. The address was looked at before, in entry.client.tsx.
 * @param pathname within the app
 */
export async function afterHydration(pathname: string): Promise<void> {
  onFirstInteraction(preloadSend);
  markHostTitleBar(currentClient());
  // What can not be loaded now is not needed for what is on show.
  void firstScreenDone
    .then(() => import("./after-first-screen.ts"))
    .then(({ afterFirstScreen }) => afterFirstScreen())
    .catch(() => {});
  // What the mini-program's host needs is there before it is asked for something.
  if (currentMiniProgram() !== null)
    whenIdle(
      () => void import("../../platform/mini-program/index.ts").then(({ miniProgram }) => miniProgram()),
    );
  // Without its script there is no login to begin; the page is there all the same.
  const login = startLogin().catch(() => {});
  await Promise.all([login.then(bindWhenAsked), locateOn(pathname)]);
}

async function bindWhenAsked(): Promise<void> {
  if (consumeParameter("bind") !== "mobile") return;
  const { bindMobileOnRequest: bind } = await import("../../platform/login/bind-mobile-on-request.ts");
  await bind();
}

async function locateOn(pathname: string): Promise<void> {
  if (pathname !== "/") return;
  const { locateAtStart } = await import("../../platform/location/locate-at-start.ts");
  await locateAtStart();
}
