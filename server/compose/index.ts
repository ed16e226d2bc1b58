import { createStaffLinks, type StaffLink } from "../database/shared-tables/staff-links.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { ComposePorts } from "./ports.ts";
import { questionRoutes } from "./question-routes.ts";
import { planRoutes } from "./plan-routes.ts";
import { previewLinkRoutes } from "./preview-link-routes.ts";
import { planStore } from "./plan-store.ts";
import { registerPageConsoleCalls, type PageConsolePorts } from "./console-routes.ts";
import { composeRoutes, createDescriber, createLinkDescriber, pageByLink } from "./routes.ts";
import { listComposable, composeStore } from "./store.ts";

/** A link that lets an operator compose an activity's page. */
type ComposeLink = StaffLink & { readonly activityId: string; readonly title: string };
export type Compose = {
  /** Creates a link. @returns its token, shown once and stored as a hash */
  addLink(options: { activityId: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<ComposeLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** Activities for which a link is useful. */
  linkCandidates(): Promise<{ activityId: string; title: string; blockCount: number }[]>;
  /** Registers the composer's calls of the console. */
  registerConsoleCalls(calls: OperatorRouter, ports: PageConsolePorts): void;
  /** Stops the scheduled publication. */
  close(): void;
};

export { addVersion, whyNotComposable } from "./store.ts";
export type { ComposePorts } from "./ports.ts";

/** Composition of online campaign pages, authorised by links (contract/compose/compose.ts). */
export function createCompose(context: AppContext, calls: RpcRouter, ports: ComposePorts): Compose {
  const pages = composeStore(context.db);
  const pageOf = pageByLink(pages, context);
  const describePage = createDescriber(context.clock, pages, planStore(context.db));
  const describe = createLinkDescriber(describePage);
  const invalidatePages = () => ports.invalidatePages();
  composeRoutes(context, calls, pages, { ...ports, invalidatePages, pageOf, describe });
  questionRoutes(context, calls, pageOf, invalidatePages);
  previewLinkRoutes(context, calls, pageOf);
  const publishing = planRoutes(context, calls, { pageOf, describe, invalidatePages });
  const links = createStaffLinks<{ activity_id: string }>(context, "compose_link");
  return {
    addLink: ({ activityId, days }) => links.add({ activity_id: activityId }, days),
    links: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
      })),
    revoke: links.revoke,
    registerConsoleCalls: (operatorCalls, consolePorts) =>
      registerPageConsoleCalls(context, operatorCalls, {
        ...consolePorts,
        pages,
        describe: describePage,
        invalidatePages,
      }),
    close: () => publishing.stop(),
    linkCandidates: () => listComposable(context.db, new Date(context.clock.now())),
  };
}
