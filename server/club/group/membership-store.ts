import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";

type Membership = {
  /** 1 applied, 2 joined, 3 blocked. */
  status: number;
  /** 0 member, 1 helper, 2 leader. */
  role: number;
  reason: string;
};
export const membershipStore = (db: Database) => ({
  async findMembership(groupId: string, memberId: string): Promise<Membership | null> {
    const { rows } = await sql<Membership>`
      select status, role, reason from club_membership where group_id = ${groupId} and member_id = ${memberId}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Number of groups that a member is in or has applied to. */
  async countGroups(memberId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from club_membership where member_id = ${memberId} and status in (1, 2)`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
  /** The leader and the helpers of a group. */
  async listManagers(groupId: string): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from club_membership where group_id = ${groupId} and status = 2 and role > 0`.execute(
      db,
    );
    return rows.map(({ member_id }) => member_id);
  },
  /**
   * Changes one membership with the group locked, so that its member count stays exact.
   * @param decide returns the new membership; "keep": no change, null: deletes it
   * @returns the membership before and after, and the group's number of members; null: no such group
   */
  changeMembership(
    groupId: string,
    memberId: string,
    decide: (
      now: Membership | null,
      group: { members: number; places: number },
    ) => Membership | null | "keep",
    time: Date,
  ): Promise<{ before: Membership | null; after: Membership | null; members: number } | null> {
    return inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ members: number; places: number }>`
        select members, places from club_group where group_id = ${groupId} for no key update`.execute(
        transaction,
      );
      const [group] = rows;
      if (!group) return null;
      const before = await membershipStore(transaction).findMembership(groupId, memberId);
      const after = decide(before, group);
      if (after === "keep") return { before, after: before, members: group.members };
      if (after === null)
        await sql`delete from club_membership where group_id = ${groupId} and member_id = ${memberId}`.execute(
          transaction,
        );
      else
        await sql`insert into club_membership (group_id, member_id, status, role, reason, since)
          values (${groupId}, ${memberId}, ${after.status}, ${after.role}, ${after.reason}, ${time})
          on conflict (group_id, member_id) do update set status = excluded.status, role = excluded.role,
            reason = excluded.reason, since = excluded.since`.execute(transaction);
      const members = group.members + Number(after?.status === 2) - Number(before?.status === 2);
      await sql`update club_group set members = ${members} where group_id = ${groupId}`.execute(transaction);
      return { before, after, members };
    });
  },
});
