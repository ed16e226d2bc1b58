import { sql } from "kysely";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { admitApplicants, type JoinOutcome } from "../rules.ts";

export type JoinApplication = { readonly memberId: string; readonly reason: string; readonly since: Date };
export type JoinResult = {
  readonly turn: JoinOutcome;
  readonly status: number | null;
  readonly members: number;
};
/** For the tests that show what guard and transaction are good for. */
export type JoinWriterOptions = {
  /** false takes out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading the places and writing: the time in which another process does the same. */
  readonly between?: () => Promise<void>;
};
type GroupRow = { members: number; places: number; join_mode: "open" | "approval" };

/** How each of them stands with the group, and in how many groups they are. */
async function standingsOf(db: Database, groupId: string, memberIds: readonly string[]) {
  const { rows } = await sql<{ member_id: string; status: number | null; groups: number }>`
    select member_id, max(status) filter (where group_id = ${groupId}) as status,
      (count(*) filter (where status in (1, 2)))::int as groups
    from club_membership where member_id = any(${memberIds}::text[]) group by member_id`.execute(db);
  return new Map(rows.map((row) => [row.member_id, row]));
}

/** Locks members and group, sees who is in, gives the places that are left, inserts. */
async function writeBatch(
  db: Database,
  groupId: string,
  batch: readonly JoinApplication[],
  { isGuarded, between }: JoinWriterOptions,
): Promise<(JoinResult | null)[]> {
  const lock = sql.raw(isGuarded ? "for no key update" : "");
  const memberIds = batch.map(({ memberId }) => memberId);
  // Members before groups, in one order, so that nobody waits for each other.
  await sql`select 1 from club_member where member_id = any(${memberIds}::text[]) order by member_id ${lock}`.execute(
    db,
  );
  const { rows } = await sql<GroupRow>`
    select members, places, join_mode from club_group
    where group_id = ${groupId} and closed_time is null ${lock}`.execute(db);
  const [group] = rows;
  if (!group) return batch.map(() => null);
  await between?.();
  const known = await standingsOf(db, groupId, memberIds);
  const turns = admitApplicants(
    batch.map(({ memberId }) => {
      const row = known.get(memberId);
      return { memberId, status: row?.status ?? null, groups: row?.groups ?? 0 };
    }),
    group,
  );
  const made = batch.filter((_one, at) => turns[at] === "joined" || turns[at] === "review");
  const status = group.join_mode === "open" ? 2 : 1;
  const members = group.members + (status === 2 ? made.length : 0);
  if (made.length > 0) {
    await sql`
      insert into club_membership (group_id, member_id, status, reason, since)
      select ${groupId}, i.member_id, ${status}, i.reason, i.since
      from jsonb_to_recordset(${JSON.stringify(
        made.map(({ memberId, ...one }) => ({ member_id: memberId, ...one })),
      )}::jsonb) as i(member_id text, reason text, since timestamptz)`.execute(db);
    await sql`update club_group set members = ${members} where group_id = ${groupId}`.execute(db);
  }
  const madeIds = new Set(made.map(({ memberId }) => memberId));
  return batch.map(({ memberId }, at) => ({
    turn: turns[at] ?? "full",
    status: madeIds.has(memberId) ? status : (known.get(memberId)?.status ?? null),
    members,
  }));
}

/** The group-commit writer of applications to groups: exact places, answered after the commit; null: no such group. */
export function joinWriter(
  db: Database,
  options: JoinWriterOptions = { isGuarded: true },
): BatchWriter<JoinApplication, JoinResult | null> {
  return new BatchWriter((groupId, batch) =>
    options.isGuarded
      ? db.transaction().execute((transaction) => writeBatch(transaction, groupId, batch, options))
      : writeBatch(db, groupId, batch, options),
  );
}
