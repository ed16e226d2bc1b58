import { startMobileBindingOrToast } from "./bind-mobile.ts";
import { currentSession } from "../session/session.ts";
import { whenLoginSettled } from "./login-lock.ts";

/**
 * Handles `?bind=mobile` in the address, the task that the server gives to a person without a mobile: opens
 * the binding page unless there is a mobile (requirement I01).
 */
export async function bindMobileOnRequest(): Promise<void> {
  await whenLoginSettled();
  if (!currentSession.user()?.mobile) await startMobileBindingOrToast();
}
