import { createStaffLinks, type StaffLink } from "../database/shared-tables/staff-links.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { Jobs } from "../job/index.ts";
import { registerCheckInConsoleCalls } from "./console/routes.ts";
import type { CheckInPorts } from "./ports.ts";
import { checkInRoutes } from "./routes.ts";
import type { CheckInScope } from "./guests-store.ts";
import { checkInStore, listCheckInLinkCandidates, type CheckInLinkCandidate } from "./store.ts";

/** Default validity of a link, days. */
const DEFAULT_LINK_DAYS = 60;

/** A link for the dealer's staff. */
type CheckInLink = StaffLink & {
  readonly activityId: string;
  readonly title: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
};
export type CheckIns = {
  /** Creates a link. @returns its token, which is shown once and stored as a hash */
  addLink(link: {
    activityId: string;
    sessionId?: string;
    dealerId?: string;
    days?: number;
  }): Promise<string>;
  /** Lists the latest links, newest first. */
  listLinks(): Promise<CheckInLink[]>;
  /** @returns whether there was one to revoke */
  revokeLink(linkId: string): Promise<boolean>;
  /** Lists activities that a link can be created for. */
  listLinkCandidates(): Promise<CheckInLinkCandidate[]>;
  /** Registers the operator console's calls of checking in. */
  registerConsoleCalls(calls: OperatorRouter, jobs: Jobs): void;
};

/** Check-in by the dealer's staff (requirement L19). */
export function createCheckIns(context: AppContext, calls: RpcRouter, ports: CheckInPorts): CheckIns {
  checkInRoutes(context, calls, checkInStore(context.db), ports);
  const links = createStaffLinks<CheckInScope>(context, "check_in_link");
  return {
    addLink: ({ activityId, sessionId, dealerId, days = DEFAULT_LINK_DAYS }) =>
      links.add(
        { activity_id: activityId, session_id: sessionId ?? null, dealer_id: dealerId ?? null },
        days,
      ),
    listLinks: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
        sessionId: scope.session_id,
        dealerId: scope.dealer_id,
      })),
    revokeLink: links.revoke,
    registerConsoleCalls: (consoleCalls, jobs) =>
      registerCheckInConsoleCalls(context, consoleCalls, { jobs, verifyTicketCode: ports.verifyTicketCode }),
    listLinkCandidates: () => listCheckInLinkCandidates(context.db, new Date(context.clock.now())),
  };
}
export type { CheckInPorts } from "./ports.ts";
export { guestCheckIn } from "./check-in-guest.ts";
export { checkInLinkProblem, checkInStore } from "./store.ts";
