import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { addComment, likeArticle, likeComment, publishArticle } from "#contract/club/articles.ts";
import { blockMember, followUser, reportContent } from "#contract/club/members.ts";
import { followGroup } from "#contract/club/club.ts";
import { newId } from "../../core/ids.ts";
import { testClub } from "../../club/test-club.ts";
import type { CallResponse, TestApp } from "../app.ts";

/** Data of an answer; throws if the call failed. */
export const requireSuccess = <D>(answer: CallResponse<D>): D => {
  if (answer.code !== "00")
    throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
};

/** Texts that the person writes, and the friend's complaint. */
const clubTexts = {
  title: "晨雾里的独行标题",
  article: "独一无二的动态正文",
  comment: "独一无二的评论内容",
  complaint: "独一无二的举报说明",
  complainedOf: "别人写的关于我的举报",
};

/** A decision of an operator about the person, long ago. */
const addDecision = ({ context }: TestApp, memberId: string, now: Date) =>
  sql`insert into club_decision (decision_id, kind, target_id, member_id, decision, decided_time, operator_id,
      before_state, after_state)
    values (${newId()}, 'member', ${memberId}, ${memberId}, 'reject', ${now}, '1', '{}', '{}')`.execute(
    context.db,
  );

/**
 * Lets the person act in the car club with a friend, who mentions, follows, likes, reports and helps them.
 */
export async function actInClub(
  app: TestApp,
  she: { token: string; userId: string; memberId: string },
  { pictureId, activityId }: { pictureId: string; activityId: string },
) {
  const club = testClub(app);
  const { token } = she;
  const groupId = await club.group();
  await club.join({ ...she }, groupId);
  const friend = await club.memberOf(groupId, { nickname: "好友" });
  const at = (id: string) => `<at data-id="${id}">@某</at>`;
  const article = {
    groupId,
    title: clubTexts.title,
    content: `<p>${clubTexts.article} ${at(friend.memberId)}</p>`,
    pictureIds: [pictureId],
  };
  const { articleId } = requireSuccess(
    await app.call(publishArticle, article, { token, idempotencyKey: randomUUID() }),
  );
  const theirs = await club.articleOf(friend, groupId, `<p>和 ${at(she.memberId)} 同行</p>`);
  const { comment } = requireSuccess(
    await app.call(addComment, { articleId: theirs, content: clubTexts.comment }, { token }),
  );
  const { comment: reply } = requireSuccess(
    await app.call(addComment, { articleId, content: `好看 ${at(she.memberId)}` }, { token: friend.token }),
  );
  const calls = [
    app.call(likeArticle, { articleId: theirs }, { token }),
    app.call(likeComment, { commentId: reply.commentId }, { token }),
    app.call(followUser, { userId: friend.memberId }, { token }),
    app.call(followGroup, { groupId }, { token }),
    app.call(
      reportContent,
      { kind: "article", targetId: theirs, reason: "spam", detail: clubTexts.complaint },
      { token },
    ),
    app.call(likeArticle, { articleId }, { token: friend.token }),
    app.call(followUser, { userId: she.memberId }, { token: friend.token }),
    app.call(
      reportContent,
      { kind: "member", targetId: she.memberId, reason: "spam", detail: clubTexts.complainedOf },
      { token: friend.token },
    ),
  ];
  for (const answer of await Promise.all(calls)) requireSuccess<unknown>(answer);
  const stranger = await club.memberOf(groupId, { nickname: "路人" });
  requireSuccess(await app.call(blockMember, { userId: stranger.memberId, blocked: true }, { token }));
  await app.modules.club.updateSearchKeys();
  const now = new Date(app.context.clock.now());
  await addDecision(app, she.memberId, now);
  await sql`insert into share_help (activity_id, sharer_id, friend_id, op, created_time) values
    (${activityId}, ${she.userId}, ${friend.userId}, 'open', ${now}), (${activityId}, ${friend.userId}, ${she.userId}, 'open', ${now})`.execute(
    app.context.db,
  );
  return { texts: clubTexts, articleId, theirs, commentId: comment.commentId, friend, groupId };
}
