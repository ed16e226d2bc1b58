import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { unusedPictures } from "./article-status-store.ts";
import type { NamedInText } from "../text/rich-text.ts";

/** An article before it is edited, and how somebody stands in its group. */
type Before = {
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
  /** The one that the author has seen. */
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
 * done: with those of its pictures that no article needs any more; again: the same key has done it before;
 * changed: edited elsewhere meanwhile.
 */
export type ArticleEditResult =
  | { readonly outcome: "done"; readonly gone: readonly string[] }
  | { readonly outcome: "again" | "changed" | "gone" | "notJoined" };

export const editStore = (db: Database) => ({
  async beforeEdit(articleId: string, memberId: string): Promise<Before | null> {
    const { rows } = await sql<Before>`
      select a.member_id, a.status, a.title, a.content, a.mentions, a.images, a.revision, a.edit_key, a.edit_hash,
        ms.status as member_status
      from club_article a left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${memberId}
      where a.article_id = ${articleId}`.execute(db);
    return rows[0] ?? null;
  },
  /** Changes one, as long as it is shown and its author in the group: whoever blocks them waits, or is seen. */
  edit({ articleId, memberId, ...edit }: ArticleEdit): Promise<ArticleEditResult> {
    return inTransaction(db, async (transaction): Promise<ArticleEditResult> => {
      const { rows } = await sql<Pick<Before, "status" | "images" | "revision" | "edit_key" | "edit_hash">>`
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
      const left = row.images.filter((image) => !edit.images.includes(image));
      return { outcome: "done", gone: await unusedPictures(transaction, memberId, left) };
    });
  },
  /** Of somebody's pictures those that none of their articles has. */
  unneeded: (memberId: string, images: readonly string[]) => unusedPictures(db, memberId, images),
});
