import {
  countConsoleActivities,
  listEditorChoices,
  listConsoleActivities,
  showConsoleActivity,
  type ActivityPlan,
  type ConsoleActivity,
} from "#contract/console/activity/activities.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { readLiveActivity } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import { listQuery } from "../../http/console/list-query.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { activityStatistics, type ActivityStatistics } from "../store.ts";
import { abilitiesFor, activityUnknown } from "./access-store.ts";
import { choiceStore } from "./choice-store.ts";
import { changedByDraft } from "../draft/draft-rules.ts";
import { draftStore, noDraft } from "../draft/draft-store.ts";
import { consoleListStore, listColumns, type ConsoleActivityRow } from "./list-store.ts";
import type { ActivityConsolePorts } from "./ports.ts";
import { scheduleStore, type PlannedChangeRow } from "../../database/shared-tables/scheduled-change-store.ts";

type Names = ReadonlyMap<string, string>;
export const presentActivityPlan = (
  {
    change_id,
    action,
    at_time,
    made_by,
  }: Pick<PlannedChangeRow, "change_id" | "action" | "at_time" | "made_by">,
  names: Names,
): ActivityPlan => ({
  changeId: change_id,
  action,
  time: toShanghaiIso(at_time),
  by: names.get(made_by) ?? null,
});

function presentRow(row: ConsoleActivityRow, names: Names): ConsoleActivity {
  const { plan } = row;
  return {
    activityId: row.activity_id,
    title: row.title,
    coverUrl: row.cover_url,
    state: row.state,
    activityType: row.activity_type,
    pageType: row.page_type,
    businessType: row.business_type,
    sponsorLevel1: row.sponsor_level1,
    sponsorLevel2: row.sponsor_level2,
    startTime: toShanghaiIso(row.start_time),
    endTime: toShanghaiIso(row.end_time),
    signUpStartTime: toShanghaiIso(row.sign_up_start_time),
    signUpEndTime: toShanghaiIso(row.sign_up_end_time),
    cityCode: row.city_code,
    quota: row.quota,
    taken: row.taken,
    waiting: row.waiting,
    plan: plan && {
      changeId: plan.changeId,
      action: plan.action,
      time: toShanghaiIso(Date.parse(plan.time)),
      by: names.get(plan.by) ?? null,
    },
  };
}

const presentNumbers = (numbers: ActivityStatistics | null) => ({
  signUps: numbers?.sign_ups ?? 0,
  seatsLeft: numbers?.seats_left ?? null,
  waiting: numbers?.waiting ?? 0,
  arrived: numbers?.arrived ?? 0,
  leads: numbers?.leads ?? 0,
  couponsSent: numbers?.coupons_sent ?? 0,
  couponsRedeemed: numbers?.coupons_redeemed ?? 0,
  kocInReview: numbers?.koc_in_review ?? 0,
  kocAccepted: numbers?.koc_accepted ?? 0,
});

/** Registers the list of activities, its counts, and what an activity's page begins with. */
export function listRoutes(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): void {
  const scopesOfReader = (caller: OperatorCaller) => requireScopes(caller, "activity.read");
  calls.on(listConsoleActivities, async (args, caller) => {
    const page = listQuery(args, listColumns, clock.now());
    const query = { filter: args.filter, scopes: scopesOfReader(caller), now: page.asOf };
    const { rows, count } = await readForOperator(db, async (transaction) => {
      const store = consoleListStore(transaction);
      return { rows: await store.list(query, page), count: await store.count(query) };
    });
    const names = await ports.operatorNames(rows.flatMap(({ plan }) => (plan ? [plan.by] : [])));
    return page.toPage(rows, count, (row) => presentRow(row, names));
  });
  calls.on(countConsoleActivities, async ({ filter }, caller) => {
    const query = { filter, scopes: scopesOfReader(caller), now: new Date(clock.now()) };
    return { counts: await readForOperator(db, (reading) => consoleListStore(reading).countByState(query)) };
  });
  calls.on(showConsoleActivity, async ({ activityId }, caller) => {
    const now = new Date(clock.now());
    const row = await consoleListStore(db).find(activityId, scopesOfReader(caller), now);
    const live = row && (await readLiveActivity(db, activityId, { isLocked: false }));
    if (row === null || live === null) throw activityUnknown();
    const schedule = scheduleStore(db, "activity");
    const plans = await schedule.waiting(activityId);
    const refused = await schedule.lastRefused(activityId);
    const isOperator = row.changed_door === "console" && row.changed_by !== null;
    const ids = [...plans.map(({ made_by }) => made_by), ...(isOperator ? [row.changed_by ?? ""] : [])];
    const names = await ports.operatorNames(ids);
    const draft = (await draftStore(db).read(activityId)) ?? noDraft;
    const abilities = await abilitiesFor(db, caller, activityId);
    return {
      ...presentRow(row, names),
      address: row.address,
      revision: row.revision,
      changedTime: row.changed_time && toShanghaiIso(row.changed_time),
      changedBy: isOperator ? (names.get(row.changed_by ?? "") ?? null) : null,
      changedDoor: row.changed_door,
      draftFields: changedByDraft(live.content, draft.fields),
      cancelReason: row.called_off_reason,
      plans: plans.map((plan) => presentActivityPlan(plan, names)),
      refusedPlan: refused && {
        action: refused.action,
        time: toShanghaiIso(refused.at_time),
        faults: refused.faults,
      },
      numbers: presentNumbers(await activityStatistics(db, activityId, now, scopesOfReader(caller))),
      canWrite: abilities.can_write,
      canPublish: abilities.can_publish,
      canCallOff: abilities.can_call_off,
    };
  });
  calls.on(listEditorChoices, async ({ dealerText, dealerIds }, caller) => ({
    dealers: await choiceStore(db).dealers(scopesOfReader(caller), dealerText ?? "", dealerIds ?? []),
    series: await choiceStore(db).series(),
    pictures: await choiceStore(db).pictures(),
  }));
}
