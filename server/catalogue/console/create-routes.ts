import { cloneActivity, createActivity, type ClonePart } from "#contract/console/activity/activities.ts";
import { DAY } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { activityUpserter, readLiveActivity, type ActivityUpsert } from "../../activity/index.ts";
import { listBenefitsOf, putBenefit } from "../../benefit/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { wordFault } from "../../core/faults.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import { flowStore, processUpserter } from "../../flow/index.ts";
import { operatorAuditActor, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { cityOf } from "../../location/index.ts";
import { entryFields } from "../schema-fields.ts";
import { activityUnknown, requireReadable, requireStillOwn } from "./access-store.ts";
import { consoleFaults } from "./messages.ts";
import { copyOf, emptyActivity } from "./new-activity.ts";

type Context = Pick<AppContext, "db" | "clock" | "config" | "origin">;
/** Characters of a title, as the catalogue's schema has them. */
const MAX_TITLE = 60;

type FixedFields = Readonly<Partial<Record<"title" | "sec" | "processKey" | "nodeKey", string | undefined>>>;
/** Faults of the fields that are set once, in the words of the console. */
function fixedFaults(given: FixedFields): Record<string, string> {
  const { key, line, sec } = entryFields;
  const schemas = { title: line(MAX_TITLE), sec, processKey: key, nodeKey: key } as const;
  const faults: Record<string, string> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const value = given[name as keyof FixedFields];
    const read = value === undefined ? null : schema.safeParse(value);
    const issue = read?.error?.issues[0];
    if (issue) faults[name] = wordFault(issue.message, consoleFaults);
  }
  return faults;
}
function requireFixed(given: FixedFields): void {
  const fields = fixedFaults(given);
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}

const FIELD_OF_COLUMN: Readonly<Record<string, string>> = { process_key: "processKey" };
/** Adds an activity that nobody sees yet. @throws Refusal "invalid" */
async function addActivity(db: Database, entry: ActivityUpsert, now: Date): Promise<void> {
  const { conflicts } = await activityUpserter(db, now).putActivity(entry, () => Promise.resolve());
  const fields = Object.fromEntries(
    Object.entries(conflicts).map(([column, text]) => [
      FIELD_OF_COLUMN[column] ?? column,
      wordFault(text, consoleFaults),
    ]),
  );
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}

/** Copies coupons' benefits under new ids, moved like the activity. */
async function copyBenefits(db: Database, from: string, to: string, shift: number): Promise<void> {
  const moved = (time: Date): Date => new Date(time.getTime() + shift);
  for (const benefit of await listBenefitsOf(db, from))
    await putBenefit(db, {
      ...benefit,
      benefit_id: newId(),
      activity_id: to,
      from_time: moved(benefit.from_time),
      to_time: moved(benefit.to_time),
      valid_to: benefit.valid_to && moved(benefit.valid_to),
    });
}

/** Copies the conditions of participation. */
async function copyProcess(context: Context, db: Database, from: string, to: string): Promise<void> {
  const store = flowStore(db);
  const source = await store.findActivity(from, "any");
  if (!source?.process) return;
  const { version, isEnabled } = source.process;
  const definition = (await store.findDefinition(source.processKey, version)) as Parameters<
    ReturnType<typeof processUpserter>
  >[0]["process"];
  await processUpserter(context, store)({ activityId: to, isEnabled, process: definition });
}

/** Registers new activities and copies. */
export function createRoutes(context: Context, calls: OperatorRouter): void {
  const { db, clock } = context;
  const finish = async (
    transaction: Database,
    caller: OperatorCaller,
    activityId: string,
    action: AuditAction,
    outcome: string,
  ): Promise<void> => {
    await requireStillOwn(transaction, caller, activityId, "activity.write");
    const by = operatorAuditActor(caller);
    const about = { kind: "activity", id: activityId };
    await writeAuditEntry(transaction, { by, action, about, outcome, now: new Date(clock.now()) });
  };
  calls.on(createActivity, async (args, caller) => {
    requireFixed(args);
    const city = cityOf(args.cityCode);
    if (city === undefined) throw new Refusal("invalid", { fields: { cityCode: consoleFaults.division() } });
    const activityId = newId();
    const entry = emptyActivity(args, activityId, city, clock.now());
    await db.transaction().execute(async (transaction) => {
      await addActivity(transaction, entry, new Date(clock.now()));
      await finish(transaction, caller, activityId, "activity.create", "done");
    });
    return { activityId };
  });
  calls.on(cloneActivity, async ({ activityId: from, title, parts, shiftDays, ...sponsor }, caller) => {
    await requireReadable(db, caller, from);
    requireFixed({ title });
    const activityId = newId();
    const shift = shiftDays * DAY;
    const taken: ReadonlySet<ClonePart> = new Set(parts);
    await db.transaction().execute(async (transaction) => {
      const source = await readLiveActivity(transaction, from, { isLocked: false });
      if (source === null) throw activityUnknown();
      const copy = { activityId, title, parts: taken, shift, ...sponsor, newSessionId: newId };
      await addActivity(transaction, copyOf(source.content, copy), new Date(clock.now()));
      if (taken.has("benefits")) await copyBenefits(transaction, from, activityId, shift);
      if (taken.has("process")) await copyProcess(context, transaction, from, activityId);
      await finish(transaction, caller, activityId, "activity.clone", `from ${from}`);
    });
    return { activityId };
  });
}
