import { likeArticle, renewPictures, showArticle, showArticleCounts } from "#contract/club/articles.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { commentPage } from "../comment/comment-page.ts";
import { isManager } from "../group/require-group.ts";
import { presentGroup, presentModeration } from "../presenter.ts";
import { articleNotFound } from "../refusals.ts";
import { authorOf } from "../rules.ts";
import type { ArticleStream } from "./article-stream.ts";
import type { ArticleRow } from "./articles-store.ts";
import { editRoutes } from "./edit-routes.ts";
import { publishRoutes } from "./publish-routes.ts";

/** Articles: reading, writing and liking (requirements P02, P12, P20–P22). */
export function articleRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { articles } = club;
  publishRoutes(calls, club);
  editRoutes(calls, club, stream);
  const show: CallHandler<typeof showArticle> = async ({ articleId, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await articles.find(articleId, viewer);
    if (!row) throw articleNotFound();
    const rows: ArticleRow[] = [row];
    const [list, group, comments] = await Promise.all([
      club.present.articles(rows, viewer),
      club.groups.find(row.group_id, viewer, club.midnight(), true),
      commentPage(club, articleId, viewer, { pageSize }),
    ]);
    const [article] = list;
    if (!article || !group) throw articleNotFound();
    return {
      ...article,
      authorFollowed: row.author_followed,
      likedBy: row.likers.map((liker) => authorOf({ ...liker, deleted_time: null })),
      group: presentGroup(group),
      manages: isManager({ status: row.member_status, role: row.role }),
      commentPage: comments,
      ...(row.hidden && { hidden: presentModeration(row.hidden) }),
      version: row.version,
      revision: row.revision,
      pictureIds: row.member_id === viewer ? row.images : [],
    };
  };
  calls.on(showArticle, show);
  calls.on(likeArticle, async ({ articleId, liked }, caller) => {
    const memberId = await club.actor(caller);
    if (!(await articles.isVisible(articleId, memberId))) throw articleNotFound();
    await club.enforceRateLimit(memberId, "like");
    const likes = await club.likes.add(articleId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw articleNotFound();
    stream.refresh();
    return { liked, likes };
  });
  calls.on(renewPictures, async ({ articleIds }, caller) => {
    const rows = await articles.findImages([...new Set(articleIds.split(","))], await club.viewer(caller));
    return { list: await club.present.images(rows) };
  });
  calls.on(showArticleCounts, async ({ articleId }) => {
    const [counts] = await articles.findCounts([articleId]);
    if (!counts) throw articleNotFound();
    const { likes, comments, version } = counts;
    return { likes, comments, version };
  });
}
