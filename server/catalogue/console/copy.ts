import type { ActivityContent } from "#contract/console/activity/content.ts";
import type { ClonePart } from "#contract/console/activity/activities.ts";
import { Refusal } from "#contract/core/errors.ts";
import { activityUpserter, type ActivityUpsert } from "../../activity/index.ts";
import { listBenefitsOf, putBenefit } from "../../benefit/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { wordFault } from "../../core/faults.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { flowStore, processUpserter } from "../../flow/index.ts";
import { consoleFaults } from "./messages.ts";
import { copyOf } from "./new-activity.ts";

export type CopyContext = Pick<AppContext, "db" | "clock" | "config" | "origin">;

const FIELD_OF_COLUMN: Readonly<Record<string, string>> = { process_key: "processKey" };
/** Adds an activity that nobody sees yet. @throws Refusal "invalid" */
export async function addHiddenActivity(db: Database, entry: ActivityUpsert, now: Date): Promise<void> {
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
async function copyProcess(context: CopyContext, db: Database, from: string, to: string): Promise<void> {
  const store = flowStore(db);
  const source = await store.findActivity(from, "any");
  if (!source?.process) return;
  const { version, isEnabled } = source.process;
  const definition = (await store.findDefinition(source.processKey, version)) as Parameters<
    ReturnType<typeof processUpserter>
  >[0]["process"];
  await processUpserter(context, store)({ activityId: to, isEnabled, process: definition });
}

type NewCopy = {
  readonly title: string;
  readonly parts: ReadonlySet<ClonePart>;
  /** ms by which all times move */
  readonly shift: number;
  readonly sponsorLevel1: ActivityContent["sponsorLevel1"];
  readonly sponsorLevel2: string | null;
};
/**
 * Adds a copy of an activity as a draft, in the transaction of its audit entry (requirement CO49).
 * @returns its id
 * @throws Refusal "invalid"
 */
export async function addCopy(
  context: CopyContext,
  db: Database,
  source: ActivityContent,
  copy: NewCopy,
): Promise<string> {
  const activityId = newId();
  const entry = copyOf(source, { ...copy, activityId, newSessionId: newId });
  await addHiddenActivity(db, entry, new Date(context.clock.now()));
  if (copy.parts.has("benefits")) await copyBenefits(db, source.activityId, activityId, copy.shift);
  if (copy.parts.has("process")) await copyProcess(context, db, source.activityId, activityId);
  return activityId;
}
