import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { Jobs } from "../../job/index.ts";
import { guestActCalls, type GuestActs } from "./act-routes.ts";
import { guestBulkCalls } from "./bulk-routes.ts";
import { guestListCalls } from "./list-routes.ts";
import { waitlistCalls } from "./waitlist-routes.ts";

/** Registers the console's calls about guests (requirements CO10, CO11, CO34–CO38, CO55–CO57). */
export function registerGuestConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  { jobs, ...acts }: GuestActs & { readonly jobs: Jobs },
): void {
  guestListCalls(context, calls);
  waitlistCalls(context, calls);
  guestActCalls(context, calls, acts);
  guestBulkCalls(context, calls, { jobs, invalidateSoldOut: acts.invalidateSoldOut });
}
