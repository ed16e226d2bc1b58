import { createStaffLinks, type StaffLink } from "../database/staff-links.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { ComposeDoors } from "./doors.ts";
import { questionRoutes } from "./questions.ts";
import { composeRoutes, pageByLink } from "./routes.ts";
import { composable, composeStore } from "./store.ts";

/** A link by which somebody composes an activity's page. */
export type ComposeLink = StaffLink & { readonly activityId: string; readonly title: string };
export type Composing = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  addLink(wish: { activityId: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<ComposeLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** What a link may be wanted for. */
  wanted(): Promise<{ activityId: string; title: string; blockCount: number }[]>;
};

export type { ComposeDoors } from "./doors.ts";

/** Composing pages of online campaigns, by links for those who do (contract/compose.ts). */
export function createComposing(kit: Kit, calls: Calls, doors: ComposeDoors): Composing {
  const pages = composeStore(kit.db);
  composeRoutes(kit, calls, pages, doors);
  questionRoutes(kit, calls, pageByLink(pages, kit), () => doors.forgetPages());
  const links = createStaffLinks<{ activity_id: string }>(kit, "compose_link");
  return {
    addLink: ({ activityId, days }) => links.add({ activity_id: activityId }, days),
    links: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
      })),
    revoke: links.revoke,
    wanted: () => composable(kit.db, new Date(kit.clock.now())),
  };
}
