import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import type { Database } from "../../database/connection/database.ts";
import { upsertRow, type UpsertResult } from "../../database/statements/upsert-row.ts";
import { sha256 } from "../../core/secrets.ts";
import { parseBlocks } from "../content/blocks.ts";
import { sanitiseRichText } from "../content/sanitise-html.ts";
import {
  bannerRowOf,
  jsonColumn,
  activityRowOf,
  seriesRowOf,
  sessionRowsOf,
  type NewActivity,
  type NewBanner,
  type NewSeries,
} from "./seed-store.ts";

type GeneratedKey = "sec" | "processKey" | "nodeKey";
/** An activity as it is to stand; its names are made where they are left out, and what
 * composers change stays then. */
export type ActivityUpsert = Omit<NewActivity, GeneratedKey | "form" | "blocks" | "taken" | "isDraft"> & {
  readonly [N in GeneratedKey]?: string | undefined;
} & {
  readonly form?: FormField[] | undefined;
  readonly blocks?: NewActivity["blocks"] | undefined;
};
/** Keeps the next version of a page, as composers do. */
export type SaveBlocks = (page: {
  activityId: string;
  basedOn: number;
  blocks: readonly PageBlock[];
}) => Promise<unknown>;

const UNCHANGED: UpsertResult = { outcome: "same", columns: [], conflicts: {} };
/** Columns that follow from others. */
const derivedColumns = new Set(["open_time", "close_time", "cell"]);
/** What pages, links and records of people's are made by. */
const immutableColumns = ["activity_type", "page_type", "process_key", "node_key", "sec"];

/** Puts rows of a catalogue, added or changed, in a transaction of the caller's. @param now until then invitations may have ended */
export const activityUpserter = (db: Database, now: Date) => ({
  putSeries: (one: NewSeries): Promise<UpsertResult> =>
    upsertRow(db, "series", seriesRowOf(one), { key: ["series_code"] }),
  async removeBanner(bannerId: string): Promise<boolean> {
    const { numAffectedRows } = await sql`delete from banner where banner_id = ${bannerId}`.execute(db);
    return numAffectedRows === 1n;
  },
  putBanner: (one: NewBanner): Promise<UpsertResult> =>
    upsertRow(db, "banner", bannerRowOf(one), { key: ["banner_id"] }),
  /** A new one is a draft (publishing it is another step), and nobody has a seat. */
  async putActivity(one: ActivityUpsert, keepBlocks: SaveBlocks): Promise<UpsertResult> {
    const names = await generatedKeysOf(db, one);
    const stranger = await conflictingActivity(db, one.activityId, names.processKey);
    if (stranger !== null)
      return { ...UNCHANGED, conflicts: { process_key: `is the key of another activity, ${stranger}` } };
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
      blocks && done.outcome !== "added"
        ? await putBlocks(db, one.activityId, blocks, keepBlocks)
        : UNCHANGED,
      await putDealers(db, one, now),
      await putSessions(db, one, now),
    ]);
  },
});

/** One outcome of an activity and of what belongs to it. */
function combinedResult([first = UNCHANGED, ...others]: readonly UpsertResult[]): UpsertResult {
  const isTouched = others.some(({ outcome }) => outcome !== "same");
  return {
    outcome: first.outcome === "same" && isTouched ? "changed" : first.outcome,
    columns: [first, ...others].flatMap(({ columns }) => columns),
    conflicts: Object.assign(
      {},
      ...[first, ...others].map(({ conflicts: faults }) => faults),
    ) as UpsertResult["conflicts"],
  };
}

/** Those that are given, else those that stand, else such as nobody else has. */
async function generatedKeysOf(db: Database, one: ActivityUpsert): Promise<Record<GeneratedKey, string>> {
  const { activityId, pageType } = one;
  const { rows } = await sql<Record<GeneratedKey, string>>`
    select sec, process_key as "processKey", node_key as "nodeKey" from activity where activity_id = ${activityId}`.execute(
    db,
  );
  const [standing] = rows;
  return {
    sec: one.sec ?? standing?.sec ?? sha256(`activity ${activityId}`).slice(0, 16),
    processKey: one.processKey ?? standing?.processKey ?? `P${activityId}`,
    nodeKey: one.nodeKey ?? standing?.nodeKey ?? (pageType === "signup" ? "signup" : "lead"),
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
  keep: SaveBlocks,
): Promise<UpsertResult> {
  const { rows } = await sql<{ blocks: unknown; blocks_version: number }>`
    select blocks, blocks_version from activity where activity_id = ${activityId} for update`.execute(db);
  const [standing] = rows;
  if (standing === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(blocks)), standing.blocks))
    return UNCHANGED;
  await keep({ activityId, basedOn: standing.blocks_version, blocks });
  return { outcome: "changed", columns: ["blocks"], conflicts: {} };
}

/** People of an activity, or who wait for a seat, by a column of theirs. */
const isUsed = (column: "dealer_id" | "session_id", activityId: string) => sql`exists (
  select from signup u where u.activity_id = ${activityId} and u.${sql.ref(column)} = gone.id
  union all select from waitlist w where w.activity_id = ${activityId} and w.${sql.ref(column)} = gone.id
  union all select from activity_session s where s.activity_id = ${activityId} and s.session_id = gone.id
    and s.taken > 0 and ${column} = 'session_id')`;

/** Invitations of an activity that stand, by a column of theirs (server/seal). */
const isInvited = (column: "dealer_id" | "session_id", activityId: string, now: Date) => sql`exists (
  select from sealed_code c where c.activity_id = ${activityId} and c.${sql.ref(column)} = gone.id
    and c.user_id is null and c.expires_time > ${now})`;

/**
 * Why one of these cannot be left out: somebody has chosen it, or is invited to it; null where nobody is. Sign-ups wait,
 * so that it stays so until the transaction ends.
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
  const [held] = rows;
  if (held === undefined) return null;
  return `cannot leave out ${held.id}: people ${held.is_used ? "have chosen" : "are invited to"} it`;
}

async function putDealers(
  db: Database,
  { activityId, dealerIds }: ActivityUpsert,
  now: Date,
): Promise<UpsertResult> {
  const { rows } = await sql<{ organisation_id: string }>`
    select organisation_id from activity_dealer where activity_id = ${activityId}`.execute(db);
  const standing = rows.map(({ organisation_id }) => organisation_id);
  const more = dealerIds.filter((id) => !standing.includes(id));
  const gone = standing.filter((id) => !dealerIds.includes(id));
  if (more.length + gone.length === 0) return UNCHANGED;
  const held = await removalProblem(db, "dealer_id", { activityId, ids: gone, now });
  if (held !== null) return { ...UNCHANGED, conflicts: { dealer_ids: held } };
  await sql`delete from activity_dealer where activity_id = ${activityId}
    and organisation_id = any(${gone}::text[])`.execute(db);
  await sql`insert into activity_dealer (activity_id, organisation_id)
    select ${activityId}, id from unnest(${more}::text[]) as more (id)`.execute(db);
  return { outcome: "changed", columns: ["dealer_ids"], conflicts: {} };
}

async function putSessions(db: Database, one: ActivityUpsert, now: Date): Promise<UpsertResult> {
  const { activityId } = one;
  const named = one.sessions.map(({ sessionId }) => sessionId);
  const { rows } = await sql<{ session_id: string }>`
    select session_id from activity_session where activity_id = ${activityId}
      and not session_id = any(${named}::text[]) order by session_id`.execute(db);
  const ids = rows.map(({ session_id }) => session_id);
  const held = await removalProblem(db, "session_id", { activityId, ids, now });
  if (held !== null) return { ...UNCHANGED, conflicts: { sessions: held } };
  if (ids.length > 0)
    await sql`delete from activity_session where activity_id = ${activityId}
      and session_id = any(${ids}::text[])`.execute(db);
  const faults: Record<string, string> = {};
  let isChanged = ids.length > 0;
  for (const [at, { taken, ...row }] of sessionRowsOf(one).entries()) {
    const done = await upsertRow(db, "activity_session", row, {
      key: ["activity_id", "session_id"],
      whenAdded: { taken },
      minimum: ["quota", "taken"],
    });
    isChanged ||= done.outcome !== "same";
    for (const [column, fault] of Object.entries(done.conflicts)) faults[`sessions.${at}.${column}`] = fault;
  }
  return {
    outcome: isChanged ? "changed" : "same",
    columns: isChanged ? ["sessions"] : [],
    conflicts: faults,
  };
}
