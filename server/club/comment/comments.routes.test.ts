import { expect, test } from "vitest";
import {
  addComment,
  deleteComment,
  likeComment,
  listComments,
  showArticleCounts,
} from "#contract/club/articles.ts";
import { clubMessages } from "../messages.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();
const comment = (who: ClubTestPerson, articleId: string, content: string, replyTo?: string) =>
  app.call(addComment, { articleId, content, ...(replyTo && { replyTo }) }, { token: who.token });

test("comments are replied to, liked and deleted; the article's counters follow", async () => {
  const groupId = await club.group();
  const [who, other] = [
    await club.memberOf(groupId, { nickname: "老周 Zhou" }),
    await club.memberOf(groupId),
  ];
  const articleId = await club.articleOf(who, groupId);
  const pulse = async () => (await app.call(showArticleCounts, { articleId })).data;
  const start = await pulse();
  const first = (await comment(who, articleId, "下次带帐篷")).data.comment;
  const answer = (await comment(other, articleId, "算我一个\n从杭州过去", first.commentId)).data;
  expect(answer).toMatchObject({
    comments: 2,
    comment: { replyTo: { displayName: "老周 Zhou" }, own: true },
  });
  const { commentId } = answer.comment;
  for (const _turn of [1, 2])
    expect((await app.call(likeComment, { commentId }, { token: who.token })).data).toEqual({
      liked: true,
      likes: 1,
    });
  const page = (await app.call(listComments, { articleId, pageSize: 1 }, { token: who.token })).data;
  expect(page.list.map((one) => one.commentId)).toEqual([first.commentId]);
  const rest = await app.call(
    listComments,
    { articleId, cursor: page.nextCursor ?? "" },
    { token: who.token },
  );
  expect(rest.data).toMatchObject({ list: [{ commentId, liked: true, likes: 1 }], nextCursor: null });
  const now = await pulse();
  expect([now.comments, now.version > start.version]).toEqual([2, true]);
  const { token } = await club.person();
  expect((await app.call(deleteComment, { commentId }, { token })).status).toBe(406);
  for (const _turn of [1, 2])
    expect((await app.call(deleteComment, { commentId }, { token: other.token })).data).toEqual({
      comments: 1,
    });
  // The author of the article can delete comments of others.
  const below = (await comment(other, articleId, "广告")).data.comment.commentId;
  const removed = await app.call(deleteComment, { commentId: below }, { token: who.token });
  expect(removed.data).toEqual({ comments: 1 });
  expect((await comment(who, articleId, "在吗", commentId)).message).toBe(clubMessages.repliedCommentDeleted);
  expect((await app.call(showArticleCounts, { articleId: "7" })).status).toBe(404);
});
