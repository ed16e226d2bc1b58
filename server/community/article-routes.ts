import { Refusal } from "#contract/errors.ts";
import type { ParsedArgsOf } from "#contract/call.ts";
import {
  deleteArticle,
  likeArticle,
  publishArticle,
  renewPictures,
  showArticle,
  showArticlePulse,
} from "#contract/community-articles.ts";
import { userOf } from "../http/caller.ts";
import type { Calls, Handler } from "../http/calls.ts";
import { newId } from "../ids.ts";
import { sha256 } from "../secrets.ts";
import type { ArticleRow } from "./articles-store.ts";
import type { Club } from "./club.ts";
import { commentPage } from "./comment-routes.ts";
import { editRoutes } from "./edit-routes.ts";
import { groupOf, moderationOf } from "./present.ts";
import { authorOf } from "./rules.ts";
import type { Stream } from "./stream.ts";
import { noArticle, releasePictures, shownArticle, takePictures, writtenArticle } from "./writing.ts";
import { words } from "./words.ts";

type Publishing = ParsedArgsOf<typeof publishArticle>;

/** Judges title and text, takes the pictures, and makes the row. @throws Refusal */
async function newArticle(club: Club, args: Publishing, memberId: string, userId: string) {
  const { title, content, mentions, images } = await writtenArticle(club, args);
  await club.mustBePaced(memberId, "article");
  await takePictures(club, images, userId);
  return {
    article_id: newId(),
    group_id: args.groupId,
    member_id: memberId,
    title,
    content,
    mentions,
    images,
    activity_id: args.activityId ?? null,
    place: args.cityCode === undefined ? null : club.doors.cityName(args.cityCode),
    created_time: club.time(),
  };
}

function writeRoutes(calls: Calls, club: Club): void {
  const { articles } = club;
  const publish: Handler<typeof publishArticle> = async (args, caller) => {
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
          message: words.changed,
          ...(!before.known_gone && { data: { articleId: before.known_id } }),
        });
      return shownArticle(club, before.known_id, memberId);
    }
    if (before.group_id === null) throw new Refusal("notFound", { message: words.noGroup });
    if (before.status !== 2)
      throw new Refusal("flowBranch", { remark: before.status === 3 ? words.blocked : words.notJoined });
    if (!before.has_activity)
      throw new Refusal("notFound", { message: words.noActivity, fields: { activityId: words.noActivity } });
    const made = await newArticle(club, args, memberId, userOf(caller).userId);
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
    if (added === null) throw new Refusal("flowBranch", { remark: words.notJoined });
    const articleId = added.article_id;
    await club.tell(mentions.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
    return shownArticle(club, articleId, memberId);
  };
  calls.on(publishArticle, publish);
  calls.on(deleteArticle, async ({ articleId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await articles.standing(articleId, memberId);
    if (!found) throw noArticle();
    if (found.member_id !== memberId) throw new Refusal("forbidden");
    const gone = await articles.setStatus(articleId, { to: 3 });
    if (gone && gone.before !== 3) await releasePictures(club, gone.images);
    return null;
  });
}

/** Articles: reading, writing, liking (requirements P02, P12, P20–P22). */
export function articleRoutes(calls: Calls, club: Club, stream: Stream): void {
  const { articles } = club;
  writeRoutes(calls, club);
  editRoutes(calls, club, stream);
  const show: Handler<typeof showArticle> = async ({ articleId, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await articles.one(articleId, viewer);
    if (!row) throw noArticle();
    const rows: ArticleRow[] = [row];
    const [list, group, comments] = await Promise.all([
      club.present.articles(rows, viewer),
      club.groups.one(row.group_id, viewer, club.midnight(), true),
      commentPage(club, articleId, viewer, { pageSize }),
    ]);
    const [article] = list;
    if (!article || !group) throw noArticle();
    return {
      ...article,
      authorFollowed: row.author_followed,
      likedBy: row.likers.map((liker) => authorOf({ ...liker, deleted_time: null })),
      group: groupOf(group),
      manages: row.member_status === 2 && (row.role ?? 0) > 0,
      commentPage: comments,
      ...(row.hidden && { hidden: moderationOf(row.hidden) }),
      version: row.version,
      revision: row.revision,
      pictureIds: row.member_id === viewer ? row.images : [],
    };
  };
  calls.on(showArticle, show);
  calls.on(likeArticle, async ({ articleId, liked }, caller) => {
    const memberId = await club.actor(caller);
    if (!(await articles.isSeen(articleId, memberId))) throw noArticle();
    await club.mustBePaced(memberId, "like");
    const likes = await club.likes.add(articleId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw noArticle();
    stream.look();
    return { liked, likes };
  });
  calls.on(renewPictures, async ({ articleIds }, caller) => {
    const rows = await articles.imagesOf([...new Set(articleIds.split(","))], await club.viewer(caller));
    return { list: await club.present.images(rows) };
  });
  calls.on(showArticlePulse, async ({ articleId }) => {
    const [pulse] = await articles.pulses([articleId]);
    if (!pulse) throw noArticle();
    const { likes, comments, version } = pulse;
    return { likes, comments, version };
  });
}
