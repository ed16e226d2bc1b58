import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

export type LeaderActionResult = "done" | "unchanged" | "notMember" | "isLeader";

/** Actions of a group's leader; each runs with the group locked, so that a previous leader's concurrent action is refused. */
export const leaderStore = (db: Database) => ({
  /** Locks the group, so that its leader cannot change during the transaction. @returns whether the member leads it; null: no such group */
  async lockAndCheckLeader(groupId: string, memberId: string): Promise<boolean | null> {
    const { rows: groups } = await sql`
      select 1 from club_group where group_id = ${groupId} for no key update`.execute(db);
    if (groups.length === 0) return null;
    const { rows } = await sql`select 1 from club_membership
      where group_id = ${groupId} and member_id = ${memberId} and status = 2 and role = 2`.execute(db);
    return rows.length > 0;
  },
  /** Leaves `edited_time` as it is if nothing changes, because members may complain again after an edit. */
  async updateTexts(
    groupId: string,
    { intro, rules }: { intro: string; rules: string },
    now: Date,
  ): Promise<void> {
    await sql`update club_group set intro = ${intro}, rules = ${rules}, edited_time = ${now}
      where group_id = ${groupId} and (intro, rules) is distinct from (${intro}, ${rules})`.execute(db);
  },
  async setCover(groupId: string, coverUrl: string, now: Date): Promise<void> {
    await sql`update club_group set cover_url = ${coverUrl}, edited_time = ${now}
      where group_id = ${groupId}`.execute(db);
  },
  /** @param role 0 member, 1 helper; the leader's role is not changed */
  async appoint(groupId: string, memberId: string, role: 0 | 1): Promise<LeaderActionResult> {
    const { rows } = await sql<{ role: number }>`select role from club_membership
      where group_id = ${groupId} and member_id = ${memberId} and status = 2 for update`.execute(db);
    const [row] = rows;
    if (!row) return "notMember";
    if (row.role === 2) return "isLeader";
    if (row.role === role) return "unchanged";
    await sql`update club_membership set role = ${role}
      where group_id = ${groupId} and member_id = ${memberId}`.execute(db);
    return "done";
  },
  /** Makes a member the leader, and the previous leader a helper. */
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
