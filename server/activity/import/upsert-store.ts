import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import type { Database } from "../../database/connection/database.ts";
import { upsertRow, type UpsertResult } from "../../database/statements/upsert-row.ts";
import { fault } from "../../core/faults.ts";
import { sha256 } from "../../core/secrets.ts";
import { withActivityConsequences } from "../change-notes-store.ts";
import { parseBlocks } from "../content/blocks.ts";
import { sanitiseRichText } from "../content/sanitise-html.ts";
import { jsonColumn, activityRowOf, sessionRowsOf, type NewActivity } from "./seed-store.ts";

type GeneratedKey = "sec" | "processKey" | "nodeKey";
/** An activity to add or to update. Missing keys are generated; without `form` or `blocks` the composers' edits stay. */
export type ActivityUpsert = Omit<NewActivity, GeneratedKey | "form" | "blocks" | "taken" | "isDraft"> & {
  readonly [N in GeneratedKey]?: string | undefined;
} & {
  readonly form?: FormField[] | undefined;
  readonly blocks?: NewActivity["blocks"] | undefined;
};
/** Saves the next version of a page, as the composer does. */
export type SaveBlocks = (page: {
  activityId: string;
  basedOn: number;
  blocks: readonly PageBlock[];
}) => Promise<unknown>;

const UNCHANGED: UpsertResult = { outcome: "same", columns: [], conflicts: {} };
/** Columns that are computed from others. */
const derivedColumns = new Set(["open_time", "close_time", "cell"]);
/** Columns that stored pages, links and people's records depend on. */
const immutableColumns = ["activity_type", "page_type", "process_key", "node_key", "sec"];

/** Adds or updates rows of a catalogue in the caller's transaction. @param now decides which invitations are valid */
export const activityUpserter = (db: Database, now: Date) => ({
  /** Sets quota and sessions alone. */
  putSeats: (seats: Pick<ActivityUpsert, "activityId" | "quota" | "sessions">): Promise<UpsertResult> =>
    withActivityConsequences(db, seats.activityId, () => putSeats(db, seats, now), isSame),
  /** Adds or updates an activity. A new one is a draft; publishing is a separate step. */
  putActivity: (one: ActivityUpsert, keepBlocks: SaveBlocks): Promise<UpsertResult> =>
    withActivityConsequences(db, one.activityId, () => putActivity(db, one, keepBlocks, now), isSame),
});

const isSame = ({ outcome }: UpsertResult): boolean => outcome === "same";

async function putActivity(
  db: Database,
  one: ActivityUpsert,
  keepBlocks: SaveBlocks,
  now: Date,
): Promise<UpsertResult> {
  const names = await generatedKeysOf(db, one);
  const conflicting = await conflictingActivity(db, one.activityId, names.processKey);
  if (conflicting !== null)
    return { ...UNCHANGED, conflicts: { process_key: fault("takenKey", conflicting) } };
  const blocks = one.blocks && parseBlocks(one.blocks);
  const { taken, is_published, form, ...row } = activityRowOf({
    ...one,
    ...names,
    form: one.form ?? [],
    blocks: [],
    taken: 0,
    isDraft: true,
  });
  const wanted = { ...row, content: sanitiseRichText(one.content), ...(one.form && { form }) };
  const done = await upsertRow(db, "activity", wanted, {
    key: ["activity_id"],
    whenAdded: { taken, is_published, form, blocks: jsonColumn(blocks ?? []) },
    fixed: immutableColumns,
    minimum: ["quota", "taken"],
  });
  if (Object.keys(done.conflicts).length > 0) return done;
  if (done.columns.includes("form") && done.outcome === "changed")
    await sql`delete from questions_saved where activity_id = ${one.activityId}`.execute(db);
  return combinedResult([
    { ...done, columns: done.columns.filter((column) => !derivedColumns.has(column)) },
    blocks && done.outcome !== "added" ? await putBlocks(db, one.activityId, blocks, keepBlocks) : UNCHANGED,
    await putDealers(db, one, now),
    await putSessions(db, one, now),
  ]);
}

/** Sets the quota and the sessions of an existing activity, whose form then asks for a session. */
async function putSeats(
  db: Database,
  { activityId, quota, sessions }: Pick<ActivityUpsert, "activityId" | "quota" | "sessions">,
  now: Date,
): Promise<UpsertResult> {
  const { rows } = await sql<{ asks: NewActivity["asks"] }>`
    select asks from activity where activity_id = ${activityId} for update`.execute(db);
  const [stored] = rows;
  if (stored === undefined) return UNCHANGED;
  const asks = jsonColumn({ ...stored.asks, session: sessions.length > 0 });
  const seats = { activity_id: activityId, quota, asks };
  const done = await upsertRow(db, "activity", seats, {
    key: ["activity_id"],
    minimum: ["quota", "taken"],
  });
  if (Object.keys(done.conflicts).length > 0) return done;
  const columns = done.columns.filter((column) => column !== "asks");
  return combinedResult([{ ...done, columns }, await putSessions(db, { activityId, sessions }, now)]);
}

/** Combines the results of an activity and of its blocks, dealers and sessions. */
function combinedResult([first = UNCHANGED, ...others]: readonly UpsertResult[]): UpsertResult {
  const isChanged = others.some(({ outcome }) => outcome !== "same");
  return {
    outcome: first.outcome === "same" && isChanged ? "changed" : first.outcome,
    columns: [first, ...others].flatMap(({ columns }) => columns),
    conflicts: Object.assign(
      {},
      ...[first, ...others].map(({ conflicts }) => conflicts),
    ) as UpsertResult["conflicts"],
  };
}

/** Returns the given keys, else the stored ones, else generated unique ones. */
async function generatedKeysOf(db: Database, one: ActivityUpsert): Promise<Record<GeneratedKey, string>> {
  const { activityId, pageType } = one;
  const { rows } = await sql<Record<GeneratedKey, string>>`
    select sec, process_key as "processKey", node_key as "nodeKey" from activity where activity_id = ${activityId}`.execute(
    db,
  );
  const [stored] = rows;
  return {
    sec: one.sec ?? stored?.sec ?? sha256(`activity ${activityId}`).slice(0, 16),
    processKey: one.processKey ?? stored?.processKey ?? `P${activityId}`,
    nodeKey: one.nodeKey ?? stored?.nodeKey ?? (pageType === "signup" ? "signup" : "lead"),
  };
}

async function conflictingActivity(
  db: Database,
  activityId: string,
  processKey: string,
): Promise<string | null> {
  const { rows } = await sql<{ activity_id: string }>`select activity_id from activity
    where process_key = ${processKey} and activity_id <> ${activityId} limit 1`.execute(db);
  return rows[0]?.activity_id ?? null;
}

async function putBlocks(
  db: Database,
  activityId: string,
  blocks: readonly PageBlock[],
  save: SaveBlocks,
): Promise<UpsertResult> {
  const { rows } = await sql<{ blocks: unknown; blocks_version: number }>`
    select blocks, blocks_version from activity where activity_id = ${activityId} for update`.execute(db);
  const [stored] = rows;
  if (stored === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(blocks)), stored.blocks))
    return UNCHANGED;
  await save({ activityId, basedOn: stored.blocks_version, blocks });
  return { outcome: "changed", columns: ["blocks"], conflicts: {} };
}

/** SQL condition: a sign-up or a waitlist entry of the activity uses the removed dealer or session. */
const isUsed = (column: "dealer_id" | "session_id", activityId: string) => sql`exists (
  select from signup u where u.activity_id = ${activityId} and u.${sql.ref(column)} = gone.id
  union all select from waitlist w where w.activity_id = ${activityId} and w.${sql.ref(column)} = gone.id
    and w.state <> 'expired'
  union all select from activity_session s where s.activity_id = ${activityId} and s.session_id = gone.id
    and s.taken > 0 and ${column} = 'session_id')`;

/** SQL condition: a valid, unused invitation code of the activity names the removed dealer or session. */
const isInvited = (column: "dealer_id" | "session_id", activityId: string, now: Date) => sql`exists (
  select from sealed_code c where c.activity_id = ${activityId} and c.${sql.ref(column)} = gone.id
    and c.user_id is null and c.expires_time > ${now})`;

/**
 * Checks whether dealers or sessions can be removed. Locks the activity, so that no sign-up can choose one of them
 * until the transaction ends.
 * @returns null if they can; else a fault
 */
async function removalProblem(
  db: Database,
  column: "dealer_id" | "session_id",
  { activityId, ids, now }: { activityId: string; ids: readonly string[]; now: Date },
): Promise<string | null> {
  if (ids.length === 0) return null;
  await sql`select from activity where activity_id = ${activityId} for update`.execute(db);
  const { rows } = await sql<{ id: string; is_used: boolean }>`
    select held.* from unnest(${[...ids]}::text[]) as gone (id) cross join lateral (
      select gone.id, ${isUsed(column, activityId)} as is_used, ${isInvited(column, activityId, now)} as is_invited) held
    where held.is_used or held.is_invited order by held.is_used desc limit 1`.execute(db);
  const [used] = rows;
  if (used === undefined) return null;
  return fault(used.is_used ? "chosen" : "invited", used.id);
}

async function putDealers(
  db: Database,
  { activityId, dealerIds }: ActivityUpsert,
  now: Date,
): Promise<UpsertResult> {
  const { rows } = await sql<{ organisation_id: string }>`
    select organisation_id from activity_dealer where activity_id = ${activityId}`.execute(db);
  const stored = rows.map(({ organisation_id }) => organisation_id);
  const added = dealerIds.filter((id) => !stored.includes(id));
  const removed = stored.filter((id) => !dealerIds.includes(id));
  if (added.length + removed.length === 0) return UNCHANGED;
  const problem = await removalProblem(db, "dealer_id", { activityId, ids: removed, now });
  if (problem !== null) return { ...UNCHANGED, conflicts: { dealer_ids: problem } };
  await sql`delete from activity_dealer where activity_id = ${activityId}
    and organisation_id = any(${removed}::text[])`.execute(db);
  await sql`insert into activity_dealer (activity_id, organisation_id)
    select ${activityId}, id from unnest(${added}::text[]) as added (id)`.execute(db);
  return { outcome: "changed", columns: ["dealer_ids"], conflicts: {} };
}

async function putSessions(
  db: Database,
  one: Pick<ActivityUpsert, "activityId" | "sessions">,
  now: Date,
): Promise<UpsertResult> {
  const { activityId } = one;
  const given = one.sessions.map(({ sessionId }) => sessionId);
  const { rows } = await sql<{ session_id: string }>`
    select session_id from activity_session where activity_id = ${activityId}
      and not session_id = any(${given}::text[]) order by session_id`.execute(db);
  const removed = rows.map(({ session_id }) => session_id);
  const problem = await removalProblem(db, "session_id", { activityId, ids: removed, now });
  if (problem !== null) return { ...UNCHANGED, conflicts: { sessions: problem } };
  if (removed.length > 0)
    await sql`delete from activity_session where activity_id = ${activityId}
      and session_id = any(${removed}::text[])`.execute(db);
  const conflicts: Record<string, string> = {};
  let isChanged = removed.length > 0;
  for (const [at, { taken, ...row }] of sessionRowsOf(one).entries()) {
    const done = await upsertRow(db, "activity_session", row, {
      key: ["activity_id", "session_id"],
      whenAdded: { taken },
      minimum: ["quota", "taken"],
    });
    isChanged ||= done.outcome !== "same";
    for (const [column, conflict] of Object.entries(done.conflicts))
      conflicts[`sessions.${at}.${column}`] = conflict;
  }
  return {
    outcome: isChanged ? "changed" : "same",
    columns: isChanged ? ["sessions"] : [],
    conflicts,
  };
}
