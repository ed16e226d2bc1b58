import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** What came of it: done, or why it was not. */
export type LeaderActionResult = "done" | "asBefore" | "notMember" | "isLeader";

/** What the leader of a group does, each time with the group locked: whoever has handed it over leads no more. */
export const leaderStore = (db: Database) => ({
  /** Whether somebody leads it; nobody else becomes its leader until the transaction is over. null: no such group */
  async leads(groupId: string, memberId: string): Promise<boolean | null> {
    const { rows: groups } = await sql`
      select 1 from club_group where group_id = ${groupId} for no key update`.execute(db);
    if (groups.length === 0) return null;
    const { rows } = await sql`select 1 from club_membership
      where group_id = ${groupId} and member_id = ${memberId} and status = 2 and role = 2`.execute(db);
    return rows.length > 0;
  },
  /** What says the same as before is no edit. */
  async edit(groupId: string, { intro, rules }: { intro: string; rules: string }, now: Date): Promise<void> {
    await sql`update club_group set intro = ${intro}, rules = ${rules}, edited_time = ${now}
      where group_id = ${groupId} and (intro, rules) is distinct from (${intro}, ${rules})`.execute(db);
  },
  async setCover(groupId: string, coverUrl: string, now: Date): Promise<void> {
    await sql`update club_group set cover_url = ${coverUrl}, edited_time = ${now}
      where group_id = ${groupId}`.execute(db);
  },
  /** @param role 0 member, 1 helps to lead; who leads it stays so */
  async appoint(groupId: string, memberId: string, role: 0 | 1): Promise<LeaderActionResult> {
    const { rows } = await sql<{ role: number }>`select role from club_membership
      where group_id = ${groupId} and member_id = ${memberId} and status = 2 for update`.execute(db);
    const [row] = rows;
    if (!row) return "notMember";
    if (row.role === 2) return "isLeader";
    if (row.role === role) return "asBefore";
    await sql`update club_membership set role = ${role}
      where group_id = ${groupId} and member_id = ${memberId}`.execute(db);
    return "done";
  },
  /** Whoever leads it helps to from now on. */
  async handOver(groupId: string, memberId: string): Promise<LeaderActionResult> {
    const { rows } = await sql<{ role: number; deleted_time: Date | null }>`
      select ms.role, m.deleted_time from club_membership ms join club_member m on m.member_id = ms.member_id
      where ms.group_id = ${groupId} and ms.member_id = ${memberId} and ms.status = 2 for update of ms`.execute(
      db,
    );
    const [row] = rows;
    if (!row || row.deleted_time !== null) return "notMember";
    if (row.role === 2) return "isLeader";
    await sql`update club_membership set role = case when member_id = ${memberId} then 2 else 1 end
      where group_id = ${groupId} and status = 2 and (role = 2 or member_id = ${memberId})`.execute(db);
    return "done";
  },
});
