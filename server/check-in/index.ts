import { createStaffLinks, type StaffLink } from "../database/staff-links.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { CheckInDoors } from "./doors.ts";
import { checkInRoutes } from "./routes.ts";
import type { Scope } from "./guests-store.ts";
import { checkInStore, wantsCheckIn, type WantedCheckIn } from "./store.ts";

/** How long a link is good unless told, days. */
const LINK_DAYS = 60;

/** A link for the dealer's staff. */
type CheckInLink = StaffLink & {
  readonly activityId: string;
  readonly title: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
};
export type CheckIns = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  addLink(wish: {
    activityId: string;
    sessionId?: string;
    dealerId?: string;
    days?: number;
  }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<CheckInLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** What a link may be wanted for. */
  wanted(): Promise<WantedCheckIn[]>;
};

/** Check-in by the dealer's staff (requirement L19). */
export function createCheckIns(kit: Kit, calls: Calls, doors: CheckInDoors): CheckIns {
  checkInRoutes(kit, calls, checkInStore(kit.db), doors);
  const links = createStaffLinks<Scope>(kit, "check_in_link");
  return {
    addLink: ({ activityId, sessionId, dealerId, days = LINK_DAYS }) =>
      links.add(
        { activity_id: activityId, session_id: sessionId ?? null, dealer_id: dealerId ?? null },
        days,
      ),
    links: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
        sessionId: scope.session_id,
        dealerId: scope.dealer_id,
      })),
    revoke: links.revoke,
    wanted: () => wantsCheckIn(kit.db, new Date(kit.clock.now())),
  };
}
export { checker } from "./routes.ts";
export { checkInStore, type WantedCheckIn } from "./store.ts";
