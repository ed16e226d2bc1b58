import { anOperator } from "../database/audit.ts";
import type { Calls } from "../http/calls.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import type { ComposeDoors } from "./doors.ts";
import { composeRoutes } from "./routes.ts";
import { composeLinkStore, composeStore } from "./store.ts";

const DAY = 86_400_000;
/** How long a link is good unless told, days. */
const LINK_DAYS = 30;

/** A link by which somebody composes an activity's page; times in ms. */
export type ComposeLink = {
  readonly linkId: string;
  readonly activityId: string;
  readonly title: string;
  readonly createdTime: number;
  readonly expiresTime: number;
  readonly isRevoked: boolean;
};
export type Composing = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  addLink(wish: { activityId: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<ComposeLink[]>;
  revoke(linkId: string): Promise<void>;
  /** What a link may be wanted for. */
  wanted(): Promise<{ activityId: string; title: string; blockCount: number }[]>;
};

export type { ComposeDoors } from "./doors.ts";

/** Composing pages of online campaigns, by links for those who do (contract/compose.ts). */
export function createComposing(kit: Kit, calls: Calls, doors: ComposeDoors): Composing {
  composeRoutes(kit, calls, composeStore(kit.db), doors);
  const store = composeLinkStore(kit.db);
  const now = (): Date => new Date(kit.clock.now());
  return {
    async addLink({ activityId, days = LINK_DAYS }) {
      const token = newToken();
      const expires = new Date(kit.clock.now() + days * DAY);
      await store.add({ linkId: newId(), token, activityId, by: anOperator, now: now(), expires });
      return token;
    },
    links: async () =>
      (await store.links()).map((row) => ({
        linkId: row.link_id,
        activityId: row.activity_id,
        title: row.title,
        createdTime: row.created_time.getTime(),
        expiresTime: row.expires_time.getTime(),
        isRevoked: row.revoked_time !== null,
      })),
    revoke: (linkId) => store.revoke(linkId, anOperator, now()),
    wanted: async () =>
      (await store.wanted(now())).map(({ activity_id, title, block_count }) => ({
        activityId: activity_id,
        title,
        blockCount: block_count,
      })),
  };
}
