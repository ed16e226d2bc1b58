import type { CommentPage } from "#contract/club/shapes.ts";
import type { ClubContext } from "../club-context.ts";
import { pageOfRows, parseIdCursor } from "../cursors.ts";
import type { Viewer } from "../visibility-store.ts";

/** One page of an article's comments, the oldest first. */
export async function commentPage(
  club: ClubContext,
  articleId: string,
  viewer: Viewer,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
): Promise<CommentPage> {
  const after = cursor === undefined ? "" : parseIdCursor(cursor);
  const rows = await club.comments.list(articleId, viewer, after, pageSize + 1);
  const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ comment_id }) => comment_id);
  return { list: await club.present.comments(shown, viewer), nextCursor };
}
