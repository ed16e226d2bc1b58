import { trimmed } from "#contract/core/text.ts";
import { cancelPlan, planBlocks, planLimits, type Composition } from "#contract/compose/compose.ts";
import type { ResultOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { parseBlocks } from "../activity/index.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { AppContext } from "../core/app-context.ts";
import { planStore, type PlanRow, type PlanStore } from "./plan-store.ts";
import type { ComposedRow } from "./store.ts";
import { composeMessages } from "./messages.ts";

/** Interval in which each process publishes due pages, ms; it is also the longest delay of a publication. */
const ROUND = 2_000;
const DAY = 86_400_000;

/** Maps a plan to the contract. */
export const presentPlan = (row: PlanRow | null): Composition["planned"] =>
  row && {
    revision: row.revision,
    basedOn: row.based_on,
    blocks: row.blocks,
    plannedBy: row.planned_by,
    plannedTime: toShanghaiIso(row.planned_time),
    publishTime: toShanghaiIso(row.publish_time),
  };

/** Parses the publication time. @throws Refusal "invalid" if it is past or too far ahead */
export function publishTimeOf(moment: string, now: number): Date {
  const time = Date.parse(moment);
  const text = time <= now ? composeMessages.timeOver : composeMessages.timeTooFar;
  if (!(time > now && time <= now + planLimits.maxDays * DAY))
    throw new Refusal("invalid", { fields: { publishTime: text } });
  return new Date(time);
}

/** Publishes all due plans. @returns whether there was any */
async function publishDue(plans: PlanStore, now: Date, invalidatePages: () => void): Promise<boolean> {
  let isAny = false;
  while (await plans.publishNext(now)) isAny = true;
  if (isAny) invalidatePages();
  return isAny;
}

export type PlanPorts = {
  /** Finds the page of a link. @throws Refusal "notFound" if the link is not valid */
  pageOf(link: string): Promise<ComposedRow>;
  describe(row: ComposedRow): Promise<ResultOf<typeof planBlocks>>;
  /** Invalidates cached pages in this process; other processes are notified by the database. */
  invalidatePages(): void;
};

/** Registers the scheduled publication of pages. @returns a handle that stops the periodic job */
export function planRoutes(
  { db, clock, config, tasks }: AppContext,
  calls: RpcRouter,
  { pageOf, describe, invalidatePages }: PlanPorts,
): { stop(): void } {
  const plans = planStore(db);
  calls.on(planBlocks, async ({ link, by, basedOn, replaces, blocks, publishTime }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const isPlanned = await plans.put({
      activityId,
      basedOn,
      replaces,
      blocks: parseBlocks(blocks),
      by: trimmed(by),
      publishTime: publishTimeOf(publishTime, clock.now()),
      actor: staffActor(link_id, caller, config.brand),
      now: new Date(clock.now()),
    });
    if (!isPlanned) throw new Refusal("conflict", { message: composeMessages.plannedMeanwhile });
    return describe(await pageOf(link));
  });
  calls.on(cancelPlan, async ({ link, revision }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const actor = staffActor(link_id, caller, config.brand);
    if (!(await plans.cancel({ activityId, revision, actor, now: new Date(clock.now()) })))
      throw new Refusal("conflict", { message: composeMessages.planGone });
    return describe(await pageOf(link));
  });
  return tasks.schedule("page.plans", ROUND, () => publishDue(plans, new Date(clock.now()), invalidatePages));
}
