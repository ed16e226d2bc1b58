import { cloneActivity, createActivity } from "#contract/console/activity/activities.ts";
import { DAY } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { readLiveActivity } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { wordFault } from "../../core/faults.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import { operatorAuditActor, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { cityOf } from "../../location/index.ts";
import { entryFields } from "../schema-fields.ts";
import { activityUnknown, requireReadable, requireStillOwn } from "./access-store.ts";
import { consoleFaults, MAX_TITLE } from "./messages.ts";
import { addHiddenActivity, addCopy } from "./copy.ts";
import { emptyActivity } from "./new-activity.ts";

type Context = Pick<AppContext, "db" | "clock" | "config" | "origin">;

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
      await addHiddenActivity(transaction, entry, new Date(clock.now()));
      await finish(transaction, caller, activityId, "activity.create", "done");
    });
    return { activityId };
  });
  calls.on(cloneActivity, async ({ activityId: from, title, parts, shiftDays, ...sponsor }, caller) => {
    await requireReadable(db, caller, from);
    requireFixed({ title });
    const shift = shiftDays * DAY;
    const activityId = await db.transaction().execute(async (transaction) => {
      const source = await readLiveActivity(transaction, from, { isLocked: false });
      if (source === null) throw activityUnknown();
      const copy = { title, parts: new Set(parts), shift, ...sponsor };
      const copied = await addCopy(context, transaction, source.content, copy);
      await finish(transaction, caller, copied, "activity.clone", `from ${from}`);
      return copied;
    });
    return { activityId };
  });
}
