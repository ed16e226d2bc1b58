import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { FormField } from "#contract/activity.ts";
import type { PageBlock } from "#contract/blocks.ts";
import type { Database } from "../database/database.ts";
import { putRow, type Put } from "../database/put-row.ts";
import { sha256 } from "../secrets.ts";
import { readBlocks } from "./blocks.ts";
import { sanitise } from "./sanitise.ts";
import {
  bannerOf,
  json,
  rowOf,
  seriesOf,
  sessionsOf,
  type NewActivity,
  type NewBanner,
  type NewSeries,
} from "./seed.ts";

type Named = "sec" | "processKey" | "nodeKey";
/** An activity as it is to stand; its names are made where they are left out, and what
 * composers change stays then. */
export type WantedActivity = Omit<NewActivity, Named | "form" | "blocks" | "taken" | "isDraft"> & {
  readonly [N in Named]?: string | undefined;
} & {
  readonly form?: FormField[] | undefined;
  readonly blocks?: NewActivity["blocks"] | undefined;
};
/** Keeps the next version of a page, as composers do. */
export type KeepBlocks = (page: {
  activityId: string;
  basedOn: number;
  blocks: readonly PageBlock[];
}) => Promise<unknown>;

const SAME: Put = { outcome: "same", columns: [], faults: {} };
/** Columns that follow from others. */
const derived = new Set(["open_time", "close_time", "cell"]);
/** What pages, links and records of people's are made by. */
const fixed = ["activity_type", "page_type", "process_key", "node_key", "sec"];

/** Puts rows of a catalogue, added or changed, in a transaction of the caller's. @param now until then invitations may have ended */
export const activityPutter = (db: Database, now: Date) => ({
  series: (one: NewSeries): Promise<Put> => putRow(db, "series", seriesOf(one), { key: ["series_code"] }),
  async removeBanner(bannerId: string): Promise<boolean> {
    const { numAffectedRows } = await sql`delete from banner where banner_id = ${bannerId}`.execute(db);
    return numAffectedRows === 1n;
  },
  banner: (one: NewBanner): Promise<Put> => putRow(db, "banner", bannerOf(one), { key: ["banner_id"] }),
  /** A new one is a draft (publishing it is another step), and nobody has a seat. */
  async activity(one: WantedActivity, keepBlocks: KeepBlocks): Promise<Put> {
    const names = await namesOf(db, one);
    const stranger = await keyOfAnother(db, one.activityId, names.processKey);
    if (stranger !== null)
      return { ...SAME, faults: { process_key: `is the key of another activity, ${stranger}` } };
    const blocks = one.blocks && readBlocks(one.blocks);
    const { taken, is_published, form, ...row } = rowOf({
      ...one,
      ...names,
      form: one.form ?? [],
      blocks: [],
      taken: 0,
      isDraft: true,
    });
    const wanted = { ...row, content: sanitise(one.content), ...(one.form && { form }) };
    const done = await putRow(db, "activity", wanted, {
      key: ["activity_id"],
      whenAdded: { taken, is_published, form, blocks: json(blocks ?? []) },
      fixed,
      enough: ["quota", "taken"],
    });
    if (Object.keys(done.faults).length > 0) return done;
    if (done.columns.includes("form") && done.outcome === "changed")
      await sql`delete from questions_saved where activity_id = ${one.activityId}`.execute(db);
    return merged([
      { ...done, columns: done.columns.filter((column) => !derived.has(column)) },
      blocks && done.outcome !== "added" ? await putBlocks(db, one.activityId, blocks, keepBlocks) : SAME,
      await putDealers(db, one, now),
      await putSessions(db, one, now),
    ]);
  },
});

/** One outcome of an activity and of what belongs to it. */
function merged([first = SAME, ...others]: readonly Put[]): Put {
  const isTouched = others.some(({ outcome }) => outcome !== "same");
  return {
    outcome: first.outcome === "same" && isTouched ? "changed" : first.outcome,
    columns: [first, ...others].flatMap(({ columns }) => columns),
    faults: Object.assign({}, ...[first, ...others].map(({ faults }) => faults)) as Put["faults"],
  };
}

/** Those that are given, else those that stand, else such as nobody else has. */
async function namesOf(db: Database, one: WantedActivity): Promise<Record<Named, string>> {
  const { activityId, pageType } = one;
  const { rows } = await sql<Record<Named, string>>`
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

async function keyOfAnother(db: Database, activityId: string, processKey: string): Promise<string | null> {
  const { rows } = await sql<{ activity_id: string }>`select activity_id from activity
    where process_key = ${processKey} and activity_id <> ${activityId} limit 1`.execute(db);
  return rows[0]?.activity_id ?? null;
}

async function putBlocks(
  db: Database,
  activityId: string,
  blocks: readonly PageBlock[],
  keep: KeepBlocks,
): Promise<Put> {
  const { rows } = await sql<{ blocks: unknown; blocks_version: number }>`
    select blocks, blocks_version from activity where activity_id = ${activityId} for update`.execute(db);
  const [standing] = rows;
  if (standing === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(blocks)), standing.blocks))
    return SAME;
  await keep({ activityId, basedOn: standing.blocks_version, blocks });
  return { outcome: "changed", columns: ["blocks"], faults: {} };
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
async function hold(
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

async function putDealers(db: Database, { activityId, dealerIds }: WantedActivity, now: Date): Promise<Put> {
  const { rows } = await sql<{ organisation_id: string }>`
    select organisation_id from activity_dealer where activity_id = ${activityId}`.execute(db);
  const standing = rows.map(({ organisation_id }) => organisation_id);
  const more = dealerIds.filter((id) => !standing.includes(id));
  const gone = standing.filter((id) => !dealerIds.includes(id));
  if (more.length + gone.length === 0) return SAME;
  const held = await hold(db, "dealer_id", { activityId, ids: gone, now });
  if (held !== null) return { ...SAME, faults: { dealer_ids: held } };
  await sql`delete from activity_dealer where activity_id = ${activityId}
    and organisation_id = any(${gone}::text[])`.execute(db);
  await sql`insert into activity_dealer (activity_id, organisation_id)
    select ${activityId}, id from unnest(${more}::text[]) as more (id)`.execute(db);
  return { outcome: "changed", columns: ["dealer_ids"], faults: {} };
}

async function putSessions(db: Database, one: WantedActivity, now: Date): Promise<Put> {
  const { activityId } = one;
  const named = one.sessions.map(({ sessionId }) => sessionId);
  const { rows } = await sql<{ session_id: string }>`
    select session_id from activity_session where activity_id = ${activityId}
      and not session_id = any(${named}::text[]) order by session_id`.execute(db);
  const ids = rows.map(({ session_id }) => session_id);
  const held = await hold(db, "session_id", { activityId, ids, now });
  if (held !== null) return { ...SAME, faults: { sessions: held } };
  if (ids.length > 0)
    await sql`delete from activity_session where activity_id = ${activityId}
      and session_id = any(${ids}::text[])`.execute(db);
  const faults: Record<string, string> = {};
  let isChanged = ids.length > 0;
  for (const [at, { taken, ...row }] of sessionsOf(one).entries()) {
    const done = await putRow(db, "activity_session", row, {
      key: ["activity_id", "session_id"],
      whenAdded: { taken },
      enough: ["quota", "taken"],
    });
    isChanged ||= done.outcome !== "same";
    for (const [column, fault] of Object.entries(done.faults)) faults[`sessions.${at}.${column}`] = fault;
  }
  return { outcome: isChanged ? "changed" : "same", columns: isChanged ? ["sessions"] : [], faults };
}
