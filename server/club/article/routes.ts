import { Refusal } from "#contract/core/errors.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import {
  deleteArticle,
  likeArticle,
  publishArticle,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import type { ArticleRow } from "./articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { loadCommentPage } from "../comment/routes.ts";
import { editRoutes } from "./edit-routes.ts";
import { presentGroup, presentModeration } from "../presenter.ts";
import { authorOf } from "../rules.ts";
import type { ArticleStream } from "./article-stream.ts";
import {
  articleNotFound,
  releasePictures,
  presentOwnArticle,
  claimPictures,
  validateArticle,
} from "../text/content-validation.ts";
import { clubMessages } from "../messages.ts";

type Publishing = ParsedArgsOf<typeof publishArticle>;

/** Judges title and text, takes the pictures, and makes the row. @throws Refusal */
async function newArticle(club: ClubContext, args: Publishing, memberId: string, userId: string) {
  const { title, content, mentions, images } = await validateArticle(club, args);
  await club.mustBePaced(memberId, "article");
  await claimPictures(club, images, userId);
  return {
    article_id: newId(),
    group_id: args.groupId,
    member_id: memberId,
    title,
    content,
    mentions,
    images,
    activity_id: args.activityId ?? null,
    place: args.cityCode === undefined ? null : club.ports.cityName(args.cityCode),
    created_time: club.time(),
  };
}

function writeRoutes(calls: RpcRouter, club: ClubContext): void {
  const { articles } = club;
  const publish: CallHandler<typeof publishArticle> = async (args, caller) => {
    const { groupId, activityId = null } = args;
    const memberId = await club.actor(caller);
    const key = caller.idempotencyKey;
    const body_hash = sha256(
      JSON.stringify([groupId, args.title, args.content, args.pictureIds, activityId]),
    );
    const before = await articles.before(groupId, memberId, activityId, key);
    // What the same key has written before stands, whatever has changed since.
    if (before.known_id !== null) {
      if (before.known_hash !== body_hash)
        throw new Refusal("conflict", {
          message: clubMessages.changed,
          ...(!before.known_gone && { data: { articleId: before.known_id } }),
        });
      return presentOwnArticle(club, before.known_id, memberId);
    }
    if (before.group_id === null) throw new Refusal("notFound", { message: clubMessages.noGroup });
    if (before.status !== 2)
      throw new Refusal("flowBranch", {
        remark: before.status === 3 ? clubMessages.blocked : clubMessages.notJoined,
      });
    if (!before.has_activity)
      throw new Refusal("notFound", {
        message: clubMessages.noActivity,
        fields: { activityId: clubMessages.noActivity },
      });
    const made = await newArticle(club, args, memberId, requireUser(caller).userId);
    const { mentions, ...row } = made;
    const added = await articles.add({
      ...row,
      mentions: JSON.stringify(mentions),
      series_code: before.series_code,
      idempotency_key: key,
      body_hash,
    });
    // Not added, or the same key has done so meanwhile: what was taken for nothing is not kept.
    if (added?.article_id !== row.article_id) await releasePictures(club, row.images);
    if (added === null) throw new Refusal("flowBranch", { remark: clubMessages.notJoined });
    const articleId = added.article_id;
    await club.tell(mentions.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
    return presentOwnArticle(club, articleId, memberId);
  };
  calls.on(publishArticle, publish);
  calls.on(deleteArticle, async ({ articleId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await articles.standing(articleId, memberId);
    if (!found) throw articleNotFound();
    if (found.member_id !== memberId) throw new Refusal("forbidden");
    const gone = await articles.setStatus(articleId, { to: 3 });
    if (gone && gone.before !== 3) await releasePictures(club, gone.images);
    return null;
  });
}

/** Articles: reading, writing, liking (requirements P02, P12, P20–P22). */
export function articleRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { articles } = club;
  writeRoutes(calls, club);
  editRoutes(calls, club, stream);
  const show: CallHandler<typeof showArticle> = async ({ articleId, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await articles.one(articleId, viewer);
    if (!row) throw articleNotFound();
    const rows: ArticleRow[] = [row];
    const [list, group, comments] = await Promise.all([
      club.present.articles(rows, viewer),
      club.groups.one(row.group_id, viewer, club.midnight(), true),
      loadCommentPage(club, articleId, viewer, { pageSize }),
    ]);
    const [article] = list;
    if (!article || !group) throw articleNotFound();
    return {
      ...article,
      authorFollowed: row.author_followed,
      likedBy: row.likers.map((liker) => authorOf({ ...liker, deleted_time: null })),
      group: presentGroup(group),
      manages: row.member_status === 2 && (row.role ?? 0) > 0,
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
    if (!(await articles.isSeen(articleId, memberId))) throw articleNotFound();
    await club.mustBePaced(memberId, "like");
    const likes = await club.likes.add(articleId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw articleNotFound();
    stream.look();
    return { liked, likes };
  });
  calls.on(renewPictures, async ({ articleIds }, caller) => {
    const rows = await articles.imagesOf([...new Set(articleIds.split(","))], await club.viewer(caller));
    return { list: await club.present.images(rows) };
  });
  calls.on(showArticleCounts, async ({ articleId }) => {
    const [pulse] = await articles.pulses([articleId]);
    if (!pulse) throw articleNotFound();
    const { likes, comments, version } = pulse;
    return { likes, comments, version };
  });
}
