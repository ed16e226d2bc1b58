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
/** Loads a path with recorded calls. */
async function load(path: string): Promise<{ requests: [name: string, args: object][]; shown: ClubData }> {
  const requests: [string, object][] = [];
  const send = ((call: { name: string }, args: object) => {
    requests.push([call.name, args]);
    return Promise.resolve(answers[call.name]);
  }) as unknown as Send;
  const request = { cityCode: "310100", search: new URLSearchParams(), isVisitor: false };
  return { shown: await loadClubScreen(send, path, request), requests };
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
])("P12 club/%s is one request", async (path, calls) => {
  expect((await load(path)).requests).toEqual(calls);
});

it.each([
  ["member/2/followers", "followers"],
  ["member/me/following", "following"],
  ["blocked", "blocked"],
])("P12 P23 club/%s is a list of members that the screen loads itself", async (path, of) => {
  expect(await load(path)).toEqual({ requests: [], shown: { screen: "people", of } });
});

it("P12 an unknown path of the club is a 404", async () => {
  for (const path of ["member/2/blocked", "group/abc", "article/1/2", "nowhere"])
    await expect(load(path)).rejects.toMatchObject({ init: { status: 404 } });
});
