import { createStaffLinks, type StaffLink } from "../database/staff-links.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { ComposeDoors } from "./doors.ts";
import { questionRoutes } from "./questions.ts";
import { planRoutes } from "./plan.ts";
import { planStore } from "./plan-store.ts";
import { composeRoutes, describer, pageByLink } from "./routes.ts";
import { composable, composeStore } from "./store.ts";

/** A link by which somebody composes an activity's page. */
type ComposeLink = StaffLink & { readonly activityId: string; readonly title: string };
export type Composing = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  addLink(wish: { activityId: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<ComposeLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** What a link may be wanted for. */
  wanted(): Promise<{ activityId: string; title: string; blockCount: number }[]>;
  /** Looks for no more pages whose time has come. */
  close(): void;
};

export { addVersion } from "./store.ts";
export type { ComposeDoors } from "./doors.ts";

/** Composing pages of online campaigns, by links for those who do (contract/compose.ts). */
export function createComposing(kit: Kit, calls: Calls, doors: ComposeDoors): Composing {
  const pages = composeStore(kit.db);
  const pageOf = pageByLink(pages, kit);
  const describe = describer(kit.clock, pages, planStore(kit.db));
  const forgetPages = () => doors.forgetPages();
  composeRoutes(kit, calls, pages, { ...doors, forgetPages, pageOf, describe });
  questionRoutes(kit, calls, pageOf, forgetPages);
  const publishing = planRoutes(kit, calls, { pageOf, describe, forgetPages });
  const links = createStaffLinks<{ activity_id: string }>(kit, "compose_link");
  return {
    addLink: ({ activityId, days }) => links.add({ activity_id: activityId }, days),
    links: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
      })),
    revoke: links.revoke,
    close: () => publishing.stop(),
    wanted: () => composable(kit.db, new Date(kit.clock.now())),
  };
}
