import { deleteArticle, publishArticle } from "#contract/club/articles.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { articleNotFound, groupNotFound, notInGroup, requireStillOwner } from "../refusals.ts";
import { validateArticle } from "../text/content-validation.ts";
import { claimPictures, releasePictures } from "./article-pictures.ts";
import { presentOwnArticle } from "./present-own-article.ts";

/** Validates title and text, claims the pictures, and creates the row. @throws Refusal */
async function newArticle(
  club: ClubContext,
  args: ParsedArgsOf<typeof publishArticle>,
  memberId: string,
  userId: string,
) {
  const { title, content, mentions, images } = await validateArticle(club, args);
  await club.enforceRateLimit(memberId, "article");
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

/** Publishing and deleting of one's own articles (requirements P12, P20). */
export function publishRoutes(calls: RpcRouter, club: ClubContext): void {
  const { articles } = club;
  const publish: CallHandler<typeof publishArticle> = async (args, caller) => {
    const { groupId, activityId = null } = args;
    const memberId = await club.actor(caller);
    const key = caller.idempotencyKey;
    const body_hash = sha256(
      JSON.stringify([groupId, args.title, args.content, args.pictureIds, activityId]),
    );
    const before = await articles.loadPublishContext(groupId, memberId, activityId, key);
    // Answers a repeated request before all other checks, because conditions may have changed since the first one.
    if (before.known_id !== null) {
      if (before.known_hash !== body_hash)
        throw new Refusal("conflict", {
          message: clubMessages.keyReused,
          ...(!before.known_gone && { data: { articleId: before.known_id } }),
        });
      return presentOwnArticle(club, before.known_id, memberId);
    }
    if (before.group_id === null) throw groupNotFound();
    if (before.status !== 2) throw notInGroup(before.status);
    requireStillOwner(caller);
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
    // Releases the claimed pictures if this row was not added, or a parallel request with the same key was first.
    if (added?.article_id !== row.article_id) await releasePictures(club, row.images);
    if (added === null) throw notInGroup(null);
    const articleId = added.article_id;
    await club.notify(mentions.map(({ id: to }) => ({ kind: "mention", to, actor: memberId, articleId })));
    return presentOwnArticle(club, articleId, memberId);
  };
  calls.on(publishArticle, publish);
  calls.on(deleteArticle, async ({ articleId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await articles.findWithRole(articleId, memberId);
    if (!found) throw articleNotFound();
    if (found.member_id !== memberId) throw new Refusal("forbidden");
    const deleted = await articles.setStatus(articleId, { to: 3 });
    if (deleted && deleted.before !== 3) await releasePictures(club, deleted.unusedImages);
    return null;
  });
}
