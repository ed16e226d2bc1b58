import { expect, test } from "vitest";
import { likeArticle, showArticle } from "#contract/club/articles.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { blockMember } from "#contract/club/members.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();
const show = async (articleId: string, who?: ClubTestPerson) =>
  app.call(showArticle, { articleId }, who ? { token: who.token } : {});

test("P22 an article's page shows at most five members who like it, without blocked members and undone likes", async () => {
  const groupId = await club.group();
  const author = await club.memberOf(groupId);
  const articleId = await club.articleOf(author, groupId, "赞");
  expect((await show(articleId)).data.likedBy).toEqual([]);
  const fans: ClubTestPerson[] = [];
  for (let made = 0; made < clubLimits.likersShown + 2; made++) fans.push(await club.memberOf(groupId));
  const like = ({ token }: ClubTestPerson, liked: boolean) =>
    app.call(likeArticle, { articleId, liked }, { token });
  for (const fan of fans) await like(fan, true);
  const shownTo = async (who?: ClubTestPerson) =>
    (await show(articleId, who)).data.likedBy.map(({ id }) => id);
  const newest = fans
    .map(({ memberId }) => memberId)
    .sort()
    .reverse();
  expect(await shownTo()).toEqual(newest.slice(0, clubLimits.likersShown));
  await app.call(blockMember, { userId: newest[0] ?? "", blocked: true }, { token: author.token });
  expect(await shownTo(author)).toEqual(newest.slice(1, 1 + clubLimits.likersShown));
  const last = fans.find(({ memberId }) => memberId === newest[1]);
  if (last) await like(last, false);
  expect(await shownTo(author)).toEqual(newest.slice(2, 2 + clubLimits.likersShown));
});
