import { warmSend } from "../platform/http/send.ts";
import { clientNow, miniProgramNow, showTitleBarOf } from "../platform/client.ts";
import { warmAtFirstTouch, whenIdle } from "../platform/hydration.ts";
import { environmentNow } from "../platform/environment.ts";
import { locateAtStart } from "../platform/locate-at-start.ts";
import { startTracking } from "../platform/start-tracking.ts";
import { bindWhenAsked } from "../platform/login/bind-when-asked.ts";
import { startLogin } from "../platform/login/start-login.ts";

/** Runs once after hydration. The address was looked at before it, in entry.client.tsx. */
export async function afterHydration(): Promise<void> {
  warmAtFirstTouch(warmSend);
  showTitleBarOf(clientNow());
  startTracking();
  // Puts the environment's configuration where the specification wants it kept (requirement A11).
  environmentNow();
  // What the mini-program's host needs is there before it is asked for something.
  if (miniProgramNow() !== null)
    whenIdle(() => void import("../platform/mini-program/index.ts").then(({ miniProgram }) => miniProgram()));
  // Without its script there is no login to begin; the page is there all the same.
  const login = startLogin().catch(() => {});
  await Promise.all([login.then(bindWhenAsked), locateAtStart()]);
}
