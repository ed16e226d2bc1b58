import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { saveActivityDraft, showActivityDraft } from "#contract/console/activity/draft.ts";
import type { DraftFields } from "#contract/console/activity/content.ts";
import { publishActivity } from "#contract/console/activity/publication.ts";
import { sql } from "kysely";
import type { NewActivity } from "../../activity/index.ts";
import type { TestApp } from "../../testing/app.ts";
import { callAsOperator, type OperatorResponse, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

/** A region's scope: 华东. */
export const eastScope: GrantScope = {
  ...everyScope,
  sponsorLevel1: ["107002"],
  sponsorLevel2: ["VWSA400000"],
};
/** Another region's: 华南. */
export const southScope: GrantScope = { ...eastScope, sponsorLevel2: ["VWSA500000"] };

/** Fields that make a new activity complete. */
export const completeFields = {
  coverUrl: "/media/cover.svg",
  address: "莫干山郡安里停车场",
  subtitle: "清晨去莫干山开远山",
} satisfies Partial<DraftFields>;

/** Activities of a test, and operators' acts on them. */
export function testActivities(app: TestApp) {
  let count = 0;
  const { db, clock } = app.context;
  const call = <C extends OperatorCall>(
    who: TestOperator,
    called: C,
    args: OperatorArgs<C>,
  ): Promise<OperatorResponse<OperatorResult<C>>> => callAsOperator(app, who, called, args);
  return {
    call,
    /** Adds an activity that visitors see, unless it is a draft. @returns its id */
    async add(over: Partial<NewActivity> = {}): Promise<string> {
      const activityId = `4400000000000${String(1000 + count++)}`;
      const one = sampleActivity(clock.now(), {
        activityId,
        processKey: `P${activityId}`,
        seriesCodes: [],
        ...over,
      });
      await app.modules.activities.addActivities([one]);
      return activityId;
    },
    /** Saves changes on top of what is stored now. */
    async edit(who: TestOperator, activityId: string, changes: Partial<DraftFields>) {
      const { data } = await call(who, showActivityDraft, { activityId });
      return call(who, saveActivityDraft, {
        activityId,
        basedOn: data.revision,
        basedOnLive: data.liveRevision,
        changes,
      });
    },
    async publish(who: TestOperator, activityId: string, at?: string) {
      const { data } = await call(who, showActivityDraft, { activityId });
      return call(who, publishActivity, { activityId, basedOn: data.revision, ...(at && { at }) });
    },
    /** Lines of the audit log about an activity, in order. */
    async auditOf(activityId: string): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`
        select action || ' ' || outcome as line from audit_entry where about_id = ${activityId} order by audit_id`.execute(
        db,
      );
      return rows.map(({ line }) => line);
    },
    async revisionOf(activityId: string): Promise<number> {
      const { rows } = await sql<{ revision: number }>`
        select revision from activity where activity_id = ${activityId}`.execute(db);
      return rows[0]?.revision ?? 0;
    },
  };
}
