import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { hiddenBy } from "../moderation/hidden-store.ts";
import { statusAfter, type ContentStatusChange, type HiddenBy } from "../rules.ts";

async function setArticleStatus(
  transaction: Database,
  articleId: string,
  change: ContentStatusChange,
): Promise<{ before: number; unusedImages: string[] } | null> {
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
  const { to } = change;
  const { isChanged, hiddenBy: by } = statusAfter(row, change);
  if (row.status === 2 && to === 2)
    await sql`update club_article set hidden_by = ${by} where article_id = ${articleId}`.execute(transaction);
  if (isChanged) {
    await sql`update club_article set status = ${to}, hidden_by = ${by}, version = version + 1 where article_id = ${articleId}`.execute(
      transaction,
    );
    const added = Number(to === 1) - Number(row.status === 1);
    if (added !== 0) await addToArticleCounts(transaction, row.member_id, row.group_id, added);
    // Removes notifications that would lead to an invisible article.
    if (to !== 1)
      await sql`delete from club_notification where article_id = ${articleId}`.execute(transaction);
  }
  return {
    before: row.status,
    unusedImages: await findUnusedPictures(transaction, row.member_id, row.images),
  };
}

/** Status of articles: shown, hidden or deleted, and featured. */
export const articleStatusStore = (db: Database) => ({
  /**
   * Shows, hides or deletes an article and adjusts the counters; a deleted article stays deleted.
   * @returns the previous status, and the pictures that no article of the author uses now; null: no such article
   */
  setStatus: (articleId: string, change: ContentStatusChange) =>
    inTransaction(db, (transaction) => setArticleStatus(transaction, articleId, change)),
  /**
   * Filters pictures to those that an article uses; deleted articles do not count, unless operators have just removed
   * them and may take that back.
   */
  async findPicturesInUse(images: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ image: string }>`
      select distinct image from club_article, unnest(images) as image
      where (status <> 3 or exists (select from club_decision d where d.kind = 'article' and d.target_id = article_id
          and d.decision = 'remove' and d.ended_time is null and d.decided_time > now() - interval '1 hour'))
        and images && ${[...images]}::text[] and image = any(${[...images]}::text[])`.execute(db);
    return rows.map(({ image }) => image);
  },
  async setFeatured(articleId: string, isFeatured: boolean): Promise<void> {
    await sql`update club_article set is_featured = ${isFeatured} where article_id = ${articleId}`.execute(
      db,
    );
  },
  /** Author and status of an article, deleted ones too, with a member's status and role in its group. */
  async findWithRole(articleId: string, memberId: string) {
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
/** Filters a member's pictures to those that none of their articles uses. */
export async function findUnusedPictures(
  db: Database,
  memberId: string,
  images: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select unnest(images) as image from club_article where member_id = ${memberId} and status <> 3
      and images && ${[...images]}::text[]`.execute(db);
  const used = new Set(rows.map(({ image }) => image));
  return images.filter((image) => !used.has(image));
}
/** Adds to the counters of shown articles; locks members before groups, as every transaction does. */
export async function addToArticleCounts(
  db: Database,
  memberId: string,
  groupId: string,
  by: number,
): Promise<void> {
  await sql`update club_member set articles = articles + ${by} where member_id = ${memberId}`.execute(db);
  await sql`update club_group set articles = articles + ${by} where group_id = ${groupId}`.execute(db);
}
