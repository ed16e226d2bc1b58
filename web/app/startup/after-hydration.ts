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
 * Runs once after hydration, as part of the first script: changes of the visible page, actions of the
 * address, and needs of the host. Everything else belongs in after-first-screen.ts. The login parameters were
 * removed before, in entry.client.tsx.
 * @param pathname within the app
 */
export async function afterHydration(pathname: string): Promise<void> {
  onFirstInteraction(preloadSend);
  markHostTitleBar(currentClient());
  // A failure is ignored: the visible page does not need this code.
  void firstScreenDone
    .then(() => import("./after-first-screen.ts"))
    .then(({ afterFirstScreen }) => afterFirstScreen())
    .catch(() => {});
  // Preloads the mini-program's API before its first use.
  if (currentMiniProgram() !== null)
    whenIdle(
      () => void import("../../platform/mini-program/index.ts").then(({ miniProgram }) => miniProgram()),
    );
  // Without the login script there is no login, but the page stays usable.
  const login = startLogin().catch(() => {});
  await Promise.all([login.then(bindOnRequest), locateOn(pathname)]);
}

async function bindOnRequest(): Promise<void> {
  if (consumeParameter("bind") !== "mobile") return;
  const { bindMobileOnRequest } = await import("../../platform/login/bind-mobile-on-request.ts");
  await bindMobileOnRequest();
}

async function locateOn(pathname: string): Promise<void> {
  if (pathname !== "/") return;
  const { locateAtStart } = await import("../../platform/location/locate-at-start.ts");
  await locateAtStart();
}
