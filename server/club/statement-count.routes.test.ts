import { expect, test } from "vitest";
import type { ArgsOf, Call } from "#contract/core/call.ts";
import {
  checkGroupBlock,
  checkJoinGroupNum,
  listGroupMembers,
  listGroups,
  listGroupsOfUser,
  showActivityClub,
  showCarClub,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import {
  addComment,
  likeArticle,
  listArticles,
  listComments,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
import {
  followUser,
  listNotifications,
  listRelatedMembers,
  searchMembers,
  showMember,
} from "#contract/club/members.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { openClub, countStatements } from "./test-club.ts";

const activityId = "1000000000000007501";
const { app, club } = await openClub();
await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
const groupId = await club.group({ provinceCode: "310000", cityCode: "310100", cityName: "上海" });
const who = await club.memberOf(groupId);
const articleId = await club.articleOf(who, groupId);

const asks = <C extends Call>(call: C, args: ArgsOf<C>) => ({ call: call as Call, args: args as object });
/** The call of every screen and list, with its maximum number of statements. */
const readings = () =>
  ({
    home: [asks(showCarClub, { cityCode: "310100" }), 6],
    following: [asks(showCarClub, { cityCode: "310100", scope: "following" }), 6],
    city: [asks(showCarClub, { cityCode: "310100", scope: "city" }), 6],
    feed: [asks(listArticles, {}), 3],
    "groups of a member": [asks(listGroupsOfUser, { userId: who.memberId }), 3],
    groups: [asks(listGroups, { keyword: "远山" }), 2],
    group: [asks(showGroup, { groupId }), 6],
    "featured articles of a group": [asks(showGroup, { groupId, featured: "1" }), 6],
    "members of a group": [asks(listGroupMembers, { groupId }), 3],
    "places in a group": [asks(checkJoinGroupNum, { groupId }), 3],
    "blocked from a group": [asks(checkGroupBlock, { groupId }), 2],
    article: [asks(showArticle, { articleId }), 6],
    comments: [asks(listComments, { articleId }), 4],
    pulse: [asks(showArticleCounts, { articleId }), 1],
    pictures: [asks(renewPictures, { articleIds: articleId }), 2],
    member: [asks(showMember, { userId: who.memberId }), 5],
    "mention search": [asks(searchMembers, { keyword: "yuan", groupId }), 2],
    "mention suggestions": [asks(searchMembers, { groupId }), 2],
    people: [asks(listRelatedMembers, { kind: "followers" }), 3],
    notifications: [asks(listNotifications, {}), 4],
    identity: [asks(showMemberIdentity, {}), 1],
    "an activity's club": [asks(showActivityClub, { activityId }), 6],
  }) as const;

/** The current number of statements by name. */
async function counted(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, [{ call, args }]] of Object.entries(readings()))
    found[name] = await countStatements(app, async () => {
      const { code } = await app.call(call, args as never, { token: who.token });
      if (!["00", "200"].includes(String(code))) throw new Error(`${name}: ${code}`);
    });
  return found;
}

test("P12 each screen is one call, whose number of statements does not depend on its content", async () => {
  const few = await counted();
  for (let made = 0; made < 6; made++) {
    const other = await club.memberOf(groupId, { nickname: `远山${made}` });
    const mention = `<at data-id="${who.memberId}">x</at>`;
    await club.articleOf(other, groupId, `<p>你好 ${mention}</p>`);
    await app.call(addComment, { articleId, content: `${mention} ${made}` }, { token: other.token });
    await app.call(likeArticle, { articleId }, { token: other.token });
    await app.call(followUser, { userId: who.memberId }, { token: other.token });
    await club.join(who, await club.group());
  }
  const many = await counted();
  const most = Object.fromEntries(Object.entries(readings()).map(([name, [, count]]) => [name, count]));
  const over = (found: Record<string, number>) =>
    Object.entries(found).filter(([name, count]) => count > (most[name] ?? 0));
  expect([over(few), over(many)]).toEqual([[], []]);
});
