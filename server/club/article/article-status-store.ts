import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { hiddenBy } from "../moderation/hidden-store.ts";
import { strictestOf, type ContentStatusChange, type HiddenBy } from "../rules.ts";

/** What becomes of articles. */
export const articleStatusStore = (db: Database) => ({
  /**
   * Shows, hides or deletes one; what was deleted stays deleted. The counts go along.
   * @returns what it was before, and those of its pictures that no other one needs; null where there is none
   */
  setStatus(
    articleId: string,
    fate: ContentStatusChange,
  ): Promise<{ before: number; images: string[] } | null> {
    return inTransaction(db, async (transaction) => {
      const { rows } = await sql<{
        status: number;
        hidden_by: HiddenBy | null;
        member_id: string;
        group_id: string;
        images: string[];
      }>`
        select status, hidden_by, member_id, group_id, images from club_article where article_id = ${articleId} for no key update`.execute(
        transaction,
      );
      const [row] = rows;
      if (!row) return null;
      const { to } = fate;
      const by = fate.to === 2 ? strictestOf(row.hidden_by, fate.by) : null;
      if (row.status === 2 && to === 2)
        await sql`update club_article set hidden_by = ${by} where article_id = ${articleId}`.execute(
          transaction,
        );
      if (row.status !== 3 && row.status !== to) {
        await sql`update club_article set status = ${to}, hidden_by = ${by}, version = version + 1 where article_id = ${articleId}`.execute(
          transaction,
        );
        const more = Number(to === 1) - Number(row.status === 1);
        if (more !== 0) await addToArticleCounts(transaction, row.member_id, row.group_id, more);
        // Nobody is told of what is not there.
        if (to !== 1)
          await sql`delete from club_notification where article_id = ${articleId}`.execute(transaction);
      }
      return { before: row.status, images: await unusedPictures(transaction, row.member_id, row.images) };
    });
  },
  /** Which of several pictures an article has that is not deleted. */
  async named(images: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ image: string }>`
      select distinct image from club_article, unnest(images) as image
      where status <> 3 and images && ${[...images]}::text[] and image = any(${[...images]}::text[])`.execute(
      db,
    );
    return rows.map(({ image }) => image);
  },
  async feature(articleId: string, isFeatured: boolean): Promise<void> {
    await sql`update club_article set is_featured = ${isFeatured} where article_id = ${articleId}`.execute(
      db,
    );
  },
  /** Whose it is and what somebody is in its group, whatever its status. */
  async standing(articleId: string, memberId: string) {
    const { rows } = await sql<{
      member_id: string;
      status: number;
      hidden_by: HiddenBy | null;
      role: number | null;
      member_status: number | null;
    }>`
      select a.member_id, a.status, ${hiddenBy("article", "a")} as hidden_by, ms.role, ms.status as member_status from club_article a
      left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${memberId}
      where a.article_id = ${articleId}`.execute(db);
    return rows[0] ?? null;
  },
});
/** Of somebody's pictures those that none of their articles has. */
export async function unusedPictures(
  db: Database,
  memberId: string,
  images: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select unnest(images) as image from club_article where member_id = ${memberId} and status <> 3
      and images && ${[...images]}::text[]`.execute(db);
  const needed = new Set(rows.map(({ image }) => image));
  return images.filter((image) => !needed.has(image));
}
/** So many more articles are shown; members before groups, as everywhere. */
export async function addToArticleCounts(
  db: Database,
  memberId: string,
  groupId: string,
  by: number,
): Promise<void> {
  await sql`update club_member set articles = articles + ${by} where member_id = ${memberId}`.execute(db);
  await sql`update club_group set articles = articles + ${by} where group_id = ${groupId}`.execute(db);
}
