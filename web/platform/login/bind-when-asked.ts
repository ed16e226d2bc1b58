import { bindMobileOrSay } from "./bind-mobile.ts";
import { session } from "./session.ts";
import { loginSettled } from "./settled.ts";

/**
 * `?bind=mobile` in the address, the task that the server names to who needs a mobile first: goes
 * on to the binding page, unless there is a mobile (requirement I01).
 */
export async function bindWhenAsked(): Promise<void> {
  await loginSettled();
  if (!session.user()?.mobile) await bindMobileOrSay();
}
