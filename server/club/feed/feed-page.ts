import type { ArticlePage } from "#contract/club/shapes.ts";
import type { FeedQuery } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { MAX_ID, pageOfRows, parseIdCursor } from "../cursors.ts";
import type { Viewer } from "../visibility-store.ts";

/** One page of a feed: one statement for the articles, two for the names and pictures in them. */
export async function feedPage(
  club: ClubContext,
  viewer: Viewer,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
  feed: Partial<FeedQuery> = {},
): Promise<ArticlePage> {
  const after = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
  const rows = await club.articles.listFeed({
    scope: "all",
    isFeatured: false,
    ...feed,
    viewer,
    after,
    limit: pageSize + 1,
  });
  const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ article_id }) => article_id);
  return { list: await club.present.articles(shown, viewer), nextCursor };
}
