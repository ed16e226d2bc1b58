import { sql } from "kysely";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { admitApplicants, type JoinOutcome } from "./rules.ts";

export type JoinApplication = { readonly memberId: string; readonly reason: string; readonly since: Date };
export type JoinResult = {
  readonly outcome: JoinOutcome;
  readonly status: number | null;
  readonly members: number;
};
/** Options for the tests that prove that lock and transaction are needed. */
export type JoinWriterOptions = {
  /** false: without lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading the places and writing, to let another process do the same. */
  readonly between?: () => Promise<void>;
};
type GroupRow = { members: number; places: number; join_mode: "open" | "approval" };

/** Each member's status in the group, and the number of groups that they are in or have applied to. */
async function findMemberships(db: Database, groupId: string, memberIds: readonly string[]) {
  const { rows } = await sql<{ member_id: string; status: number | null; groups: number }>`
    select member_id, max(status) filter (where group_id = ${groupId}) as status,
      (count(*) filter (where status in (1, 2)))::int as groups
    from club_membership where member_id = any(${memberIds}::text[]) group by member_id`.execute(db);
  return new Map(rows.map((row) => [row.member_id, row]));
}

/** Writes a batch of one group: locks members and group, decides the applications, inserts the memberships. */
async function writeBatch(
  db: Database,
  groupId: string,
  batch: readonly JoinApplication[],
  { isGuarded, between }: JoinWriterOptions,
): Promise<(JoinResult | null)[]> {
  const lock = sql.raw(isGuarded ? "for no key update" : "");
  const memberIds = batch.map(({ memberId }) => memberId);
  // Locks members before groups and in one order, so that two processes cannot deadlock.
  await sql`select 1 from club_member where member_id = any(${memberIds}::text[]) order by member_id ${lock}`.execute(
    db,
  );
  const { rows } = await sql<GroupRow>`
    select members, places, join_mode from club_group
    where group_id = ${groupId} and closed_time is null ${lock}`.execute(db);
  const [group] = rows;
  if (!group) return batch.map(() => null);
  await between?.();
  const known = await findMemberships(db, groupId, memberIds);
  const outcomes = admitApplicants(
    batch.map(({ memberId }) => {
      const row = known.get(memberId);
      return { memberId, status: row?.status ?? null, groups: row?.groups ?? 0 };
    }),
    group,
  );
  const made = batch.filter((_one, at) => outcomes[at] === "joined" || outcomes[at] === "review");
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
    outcome: outcomes[at] ?? "full",
    status: madeIds.has(memberId) ? status : (known.get(memberId)?.status ?? null),
    members,
  }));
}

/** Group-commit writer of applications to groups; never gives more places than there are. Result null: no such group. */
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
