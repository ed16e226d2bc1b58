import { sql } from "kysely";

/** The member who looks; null: a visitor, or somebody who has not done anything in the club yet. */
export type Viewer = string | null;

/**
 * Neither of the two has blocked the other. Both lists are read once a statement, however many rows are
 * held against them. @param column of the member who would be seen
 */
export const notHidden = (viewer: Viewer, column: string) =>
  viewer === null
    ? sql`true`
    : sql`${sql.raw(column)} <> all (array(
        select blocked_id from club_member_block where member_id = ${viewer}
        union all select member_id from club_member_block where blocked_id = ${viewer}))`;
