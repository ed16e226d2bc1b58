import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { memberColumns } from "../member/members-store.ts";
import type { MemberRow } from "../rules.ts";
import { notBlockedBetween, type Viewer } from "../visibility-store.ts";

export type GroupMemberRow = MemberRow & {
  role: number;
  reason: string;
  since: Date;
  series_name: string | null;
};

export const groupMembersStore = (db: Database) => ({
  /**
   * Members by role, then the newest first; applicants (status 1) in the order of their applications, so that each is
   * reviewed in turn.
   * @param viewer null: blocks between members are ignored
   * @param position last entry of the previous page: role and member, for applicants the time (ms) and member
   */
  async listMembers(
    groupId: string,
    viewer: Viewer,
    {
      status,
      position,
      limit,
    }: { status: 1 | 2 | 3; position: { key: number; id: string } | null; limit: number },
  ): Promise<GroupMemberRow[]> {
    const order = status === 1 ? sql`ms.since, ms.member_id` : sql`ms.role desc, ms.member_id desc`;
    const after = (key: number, memberId: string) =>
      status === 1
        ? sql`(ms.since, ms.member_id) > (${new Date(key)}::timestamptz, ${memberId})`
        : sql`(ms.role, ms.member_id) < (${key}::int, ${memberId})`;
    const { rows } = await sql<GroupMemberRow>`
      select ${memberColumns("m")}, ms.role, ms.reason, ms.since,
        (select s.name from series s where s.series_code = any(m.series_codes) order by s.position limit 1) as series_name
      from club_membership ms join club_member m on m.member_id = ms.member_id
      where ms.group_id = ${groupId} and ms.status = ${status}
        and ${position === null ? sql`true` : after(position.key, position.id)} and ${notBlockedBetween(viewer, "m.member_id")}
      order by ${order} limit ${limit}`.execute(db);
    return rows;
  },
  /** Number of applicants. */
  async countWaiting(groupId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from club_membership where group_id = ${groupId} and status = 1`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
});
