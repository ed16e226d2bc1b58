import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { memberColumns } from "./members-store.ts";
import type { MemberRow } from "../rules.ts";
import { notBlockedBetween, type Viewer } from "../visibility-store.ts";

export type MemberListKind = "followers" | "following" | "blocked";
export type ListedMemberRow = MemberRow & { series_name: string | null; followed: boolean };

/** Where they stand: whose list it is, and who is in it. */
const lists = {
  followers: { table: "club_member_follow", of: "followed_id", who: "member_id" },
  following: { table: "club_member_follow", of: "member_id", who: "followed_id" },
  blocked: { table: "club_member_block", of: "member_id", who: "blocked_id" },
} as const;

/** People around a member. */
export const memberListStore = (db: Database) => ({
  /**
   * By id, the newest members first: the tables' own keys give them as fast for a million as for five.
   * @param after id to go on after
   */
  async list(
    kind: MemberListKind,
    memberId: string,
    { viewer, after, limit }: { viewer: Viewer; after: string; limit: number },
  ): Promise<ListedMemberRow[]> {
    const { table, of, who } = lists[kind];
    const [owner, person] = [sql.ref(`l.${of}`), sql.ref(`l.${who}`)];
    // Whoever is blocked is seen in that list alone.
    const isSeen = kind === "blocked" ? sql`true` : notBlockedBetween(viewer, `l.${who}`);
    const { rows } = await sql<ListedMemberRow>`
      select ${memberColumns("m")},
        (select s.name from series s where s.series_code = any(m.series_codes) order by s.position limit 1) as series_name,
        exists (select from club_member_follow f where f.member_id = ${viewer}::text and f.followed_id = m.member_id) as followed
      from ${sql.table(table)} l join club_member m on m.member_id = ${person}
      where ${owner} = ${memberId} and ${person} < ${after} and m.deleted_time is null and m.merged_into is null and ${isSeen}
      order by ${person} desc limit ${limit}`.execute(db);
    return rows;
  },
});
export type MemberListStore = ReturnType<typeof memberListStore>;
