import { warmSend } from "../platform/http/send.ts";
import { clientNow, showTitleBarOf } from "../platform/client.ts";
import { warmAtFirstTouch } from "../platform/hydration.ts";
import { environmentNow } from "../platform/environment.ts";
import { locateAtStart } from "../platform/locate-at-start.ts";
import { bindWhenAsked } from "../platform/login/bind-when-asked.ts";

/** Runs once after hydration. The address was looked at before it, in entry.client.tsx. */
export async function afterHydration(): Promise<void> {
  warmAtFirstTouch(warmSend);
  showTitleBarOf(clientNow());
  // Puts the environment's configuration where the specification wants it kept (requirement A11).
  environmentNow();
  await bindWhenAsked();
  await locateAtStart();
}
