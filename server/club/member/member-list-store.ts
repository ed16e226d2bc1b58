import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { memberColumns } from "./members-store.ts";
import type { MemberRow } from "../rules.ts";
import { notBlockedBetween, type Viewer } from "../visibility-store.ts";

export type MemberListKind = "followers" | "following" | "blocked";
export type ListedMemberRow = MemberRow & { series_name: string | null; followed: boolean };

/** Columns of each list: its owner, and the members in it. */
const lists = {
  followers: { table: "club_member_follow", ownerColumn: "followed_id", listedColumn: "member_id" },
  following: { table: "club_member_follow", ownerColumn: "member_id", listedColumn: "followed_id" },
  blocked: { table: "club_member_block", ownerColumn: "member_id", listedColumn: "blocked_id" },
} as const;

/** Lists of a member's followers, followed and blocked members. */
export const memberListStore = (db: Database) => ({
  /**
   * Members by id, the newest first, which is the order of the primary keys, so that the cost does not depend on the
   * length of the list.
   * @param after last id of the previous page
   */
  async list(
    kind: MemberListKind,
    memberId: string,
    { viewer, after, limit }: { viewer: Viewer; after: string; limit: number },
  ): Promise<ListedMemberRow[]> {
    const { table, ownerColumn, listedColumn } = lists[kind];
    const [owner, listed] = [sql.ref(`l.${ownerColumn}`), sql.ref(`l.${listedColumn}`)];
    // Shows blocked members only in the list of blocked members.
    const visible = kind === "blocked" ? sql`true` : notBlockedBetween(viewer, `l.${listedColumn}`);
    const { rows } = await sql<ListedMemberRow>`
      select ${memberColumns("m")},
        (select s.name from series s where s.series_code = any(m.series_codes) order by s.position limit 1) as series_name,
        exists (select from club_member_follow f where f.member_id = ${viewer}::text and f.followed_id = m.member_id) as followed
      from ${sql.table(table)} l join club_member m on m.member_id = ${listed}
      where ${owner} = ${memberId} and ${listed} < ${after} and m.deleted_time is null and m.merged_into is null and ${visible}
      order by ${listed} desc limit ${limit}`.execute(db);
    return rows;
  },
});
