import { cancelPlan, planBlocks, planLimits, type Composition } from "#contract/compose/compose.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso, parseBlocks } from "../activity/index.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { planStore, type PlanRow, type PlanStore } from "./plan-store.ts";
import type { ComposedRow } from "./store.ts";
import { composeMessages } from "./messages.ts";

/** How often each process looks for pages whose time has come, ms: so late they are at most. */
const ROUND = 2_000;
const DAY = 86_400_000;

/** A plan as the contract shows it. */
export const presentPlan = (row: PlanRow | null): Composition["planned"] =>
  row && {
    revision: row.revision,
    basedOn: row.based_on,
    blocks: row.blocks,
    plannedBy: row.planned_by,
    plannedTime: toShanghaiIso(row.planned_time),
    publishTime: toShanghaiIso(row.publish_time),
  };

/** When a page is to change. @throws Refusal "invalid" where that is over already, or too far away */
export function publishTimeOf(moment: string, now: number): Date {
  const time = Date.parse(moment);
  const text = time <= now ? composeMessages.timeOver : composeMessages.timeTooFar;
  if (!(time > now && time <= now + planLimits.maxDays * DAY))
    throw new Refusal("invalid", { fields: { publishTime: text } });
  return new Date(time);
}

/** Shows every page whose time has come. @returns whether there was any */
export async function publishDue(plans: PlanStore, now: Date, forgetPages: () => void): Promise<boolean> {
  let isAny = false;
  while (await plans.publishNext(now)) isAny = true;
  if (isAny) forgetPages();
  return isAny;
}

export type PlanPorts = {
  /** @throws Refusal notFound, where a link is for no page any more */
  pageOf(link: string): Promise<ComposedRow>;
  describe(row: ComposedRow): Promise<Composition>;
  /** Lets everybody see what is shown now; other processes are told by the database. */
  forgetPages(): void;
};

/** Pages that change at a set time, by the links that compose them. @returns ends the looking for due ones */
export function planRoutes(
  { db, clock, config, log }: AppContext,
  calls: RpcRouter,
  { pageOf, describe, forgetPages }: PlanPorts,
): { stop(): void } {
  const plans = planStore(db);
  calls.on(planBlocks, async ({ link, by, basedOn, replaces, blocks, publishTime }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const isPlanned = await plans.put({
      activityId,
      basedOn,
      replaces,
      blocks: parseBlocks(blocks),
      by: by.trim(),
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
  return runPeriodically(
    ROUND,
    async () => void (await publishDue(plans, new Date(clock.now()), forgetPages)),
    log,
  );
}
