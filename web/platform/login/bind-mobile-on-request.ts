import { startMobileBindingOrToast } from "./bind-mobile.ts";
import { currentSession } from "../session/session.ts";
import { whenLoginSettled } from "./login-lock.ts";

/**
 * `?bind=mobile` in the address, the task that the server names to who needs a mobile first: goes
 * on to the binding page, unless there is a mobile (requirement I01).
 */
export async function bindMobileOnRequest(): Promise<void> {
  await whenLoginSettled();
  if (!currentSession.user()?.mobile) await startMobileBindingOrToast();
}
