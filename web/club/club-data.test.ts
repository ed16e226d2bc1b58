import { expect, it } from "vitest";
import type { Send } from "#contract/core/call.ts";
import { loadClubScreen, type ClubData } from "./club-data.ts";
import { articleDetail, groupDetail } from "./testing/samples.ts";

const page = { list: [], nextCursor: null };
const answers: Readonly<Record<string, object>> = {
  showCarClub: { identity: "visitor", mine: [], near: [], forSeries: [], feed: page },
  showGroup: groupDetail(),
  showArticle: articleDetail(),
  showMember: { id: "2", groups: [], feed: page },
  showActivityClub: { group: null, feed: page },
  listGroups: page,
};
/** What a path asks for, and what comes of it. */
async function loaded(path: string): Promise<{ asked: [name: string, args: object][]; shown: ClubData }> {
  const asked: [string, object][] = [];
  const send = ((call: { name: string }, args: object) => {
    asked.push([call.name, args]);
    return Promise.resolve(answers[call.name]);
  }) as unknown as Send;
  const wish = { cityCode: "310100", search: new URLSearchParams(), isVisitor: false };
  return { shown: await loadClubScreen(send, path, wish), asked };
}

it.each([
  ["", [["showCarClub", { cityCode: "310100", scope: "all" }]]],
  ["groups", [["showCarClub", { cityCode: "310100", pageSize: 1 }]]],
  ["following", [["showCarClub", { cityCode: "310100", scope: "following" }]]],
  ["city", [["showCarClub", { cityCode: "310100", scope: "city" }]]],
  ["find", [["listGroups", {}]]],
  ["group/101", [["showGroup", { groupId: "101" }]]],
  ["group/101/featured", [["showGroup", { groupId: "101", featured: "1" }]]],
  ["group/101/members", [["showGroup", { groupId: "101", pageSize: 1 }]]],
  ["article/1", [["showArticle", { articleId: "1" }]]],
  ["member/2", [["showMember", { userId: "2" }]]],
  ["member/me", [["showMember", {}]]],
  ["activity/7", [["showActivityClub", { activityId: "7" }]]],
])("P12 club/%s is one fetch", async (path, calls) => {
  expect((await loaded(path)).asked).toEqual(calls);
});

it.each([
  ["member/2/followers", "followers"],
  ["member/me/following", "following"],
  ["blocked", "blocked"],
])("P12 P23 club/%s is a list of people, loaded when it is on show", async (path, of) => {
  expect(await loaded(path)).toEqual({ asked: [], shown: { screen: "people", of } });
});

it("P12 what never was an address of the club is a 404", async () => {
  for (const path of ["member/2/blocked", "group/abc", "article/1/2", "nowhere"])
    await expect(loaded(path)).rejects.toMatchObject({ init: { status: 404 } });
});
