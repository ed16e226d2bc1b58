import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { findUnusedPictures } from "./article-status-store.ts";
import type { NamedInText } from "../text/rich-text.ts";

/** An article before an edit, with a member's status in its group. */
type EditContext = {
  member_id: string;
  status: number;
  title: string;
  content: string;
  mentions: NamedInText[];
  images: string[];
  revision: number;
  edit_key: string | null;
  edit_hash: string | null;
  member_status: number | null;
};
export type ArticleEdit = {
  readonly articleId: string;
  readonly memberId: string;
  /** The revision that the author has edited. */
  readonly revision: number;
  readonly title: string;
  readonly content: string;
  readonly mentions: readonly NamedInText[];
  readonly images: readonly string[];
  readonly key: string | null;
  readonly hash: string;
  readonly time: Date;
};
/**
 * `done`, with the removed pictures that no article of the author uses; `again`: an earlier request with the same key
 * has done it; `changed`: edited elsewhere in the meantime; `gone`: hidden or deleted.
 */
export type ArticleEditResult =
  | { readonly outcome: "done"; readonly unusedImages: readonly string[] }
  | { readonly outcome: "again" | "changed" | "gone" | "notJoined" };

export const editStore = (db: Database) => ({
  async loadEditContext(articleId: string, memberId: string): Promise<EditContext | null> {
    const { rows } = await sql<EditContext>`
      select a.member_id, a.status, a.title, a.content, a.mentions, a.images, a.revision, a.edit_key, a.edit_hash,
        ms.status as member_status
      from club_article a left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${memberId}
      where a.article_id = ${articleId}`.execute(db);
    return rows[0] ?? null;
  },
  /**
   * Edits an article if it is shown and its author is a member of the group. Locks the membership, so that a
   * concurrent removal from the group is either seen or waits.
   */
  edit({ articleId, memberId, ...edit }: ArticleEdit): Promise<ArticleEditResult> {
    return inTransaction(db, async (transaction): Promise<ArticleEditResult> => {
      const { rows } = await sql<
        Pick<EditContext, "status" | "images" | "revision" | "edit_key" | "edit_hash">
      >`
        select status, images, revision, edit_key, edit_hash from club_article
        where article_id = ${articleId} and member_id = ${memberId} for no key update`.execute(transaction);
      const [row] = rows;
      if (row?.status !== 1) return { outcome: "gone" };
      if (row.revision !== edit.revision) {
        const isSame = edit.key !== null && row.edit_key === edit.key && row.edit_hash === edit.hash;
        return { outcome: isSame ? "again" : "changed" };
      }
      const { rows: allowed } = await sql`
        select 1 from club_membership ms join club_article a on a.group_id = ms.group_id
        where a.article_id = ${articleId} and ms.member_id = ${memberId} and ms.status = 2 for share of ms`.execute(
        transaction,
      );
      if (allowed.length === 0) return { outcome: "notJoined" };
      await sql`update club_article set title = ${edit.title}, content = ${edit.content},
          mentions = ${JSON.stringify(edit.mentions)}::jsonb, images = ${[...edit.images]}::text[], edited_time = ${edit.time},
          revision = revision + 1, version = version + 1, edit_key = ${edit.key}, edit_hash = ${edit.hash}
        where article_id = ${articleId}`.execute(transaction);
      const removed = row.images.filter((image) => !edit.images.includes(image));
      return { outcome: "done", unusedImages: await findUnusedPictures(transaction, memberId, removed) };
    });
  },
  /** Filters a member's pictures to those that none of their articles uses. */
  findUnusedPictures: (memberId: string, images: readonly string[]) =>
    findUnusedPictures(db, memberId, images),
});
