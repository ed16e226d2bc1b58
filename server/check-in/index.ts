import { anOperator } from "../database/audit.ts";
import type { Calls } from "../http/calls.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import type { CheckInDoors } from "./doors.ts";
import { linkStore } from "./link-store.ts";
import { checkInRoutes } from "./routes.ts";
import { checkInStore } from "./store.ts";

const DAY = 86_400_000;
/** How long a link is good unless told, days. */
const LINK_DAYS = 60;

/** A link for the dealer's staff. */
export type StaffLink = {
  readonly linkId: string;
  readonly activityId: string;
  readonly title: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
  readonly createdTime: number;
  readonly expiresTime: number;
  readonly isRevoked: boolean;
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
  links(): Promise<StaffLink[]>;
  revoke(linkId: string): Promise<void>;
  /** What a link may be wanted for. */
  wanted(): Promise<{ activityId: string; title: string; signed: number }[]>;
};

/** Check-in by the dealer's staff (requirement L19). */
export function createCheckIns(kit: Kit, calls: Calls, doors: CheckInDoors): CheckIns {
  checkInRoutes(kit, calls, checkInStore(kit.db), doors);
  const store = linkStore(kit.db);
  const now = (): Date => new Date(kit.clock.now());
  return {
    async addLink({ activityId, sessionId, dealerId, days = LINK_DAYS }) {
      const token = newToken();
      const scope = { activity_id: activityId, session_id: sessionId ?? null, dealer_id: dealerId ?? null };
      const expires = new Date(kit.clock.now() + days * DAY);
      await store.addLink(newId(), token, scope, { by: anOperator, now: now(), expires });
      return token;
    },
    links: async () =>
      (await store.links()).map((row) => ({
        linkId: row.link_id,
        activityId: row.activity_id,
        title: row.title,
        sessionId: row.session_id,
        dealerId: row.dealer_id,
        createdTime: row.created_time.getTime(),
        expiresTime: row.expires_time.getTime(),
        isRevoked: row.revoked_time !== null,
      })),
    revoke: (linkId) => store.revoke(linkId, anOperator, now()),
    wanted: async () =>
      (await store.wanted(now())).map(({ activity_id, title, signed }) => ({
        activityId: activity_id,
        title,
        signed,
      })),
  };
}
export { checker } from "./routes.ts";
export { checkInStore } from "./store.ts";
