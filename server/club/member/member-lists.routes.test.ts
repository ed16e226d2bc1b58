import { sql } from "kysely";
import { expect, test } from "vitest";
import { blockMember, followUser, listRelatedMembers, searchMembers } from "#contract/club/members.ts";
import { newId } from "../../core/ids.ts";
import { MAX_SEARCH_MATCHES } from "./members-store.ts";
import { emptyClub, countStatements, openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();

type Kind = "followers" | "following" | "blocked";
const people = (
  who: ClubTestPerson,
  kind: Kind,
  more: { userId?: string; cursor?: string; pageSize?: number } = {},
) => app.call(listRelatedMembers, { kind, ...more }, { token: who.token });
const idsOf = async (...asked: Parameters<typeof people>) =>
  (await people(...asked)).data.list.map(({ id }) => id);
const follow = (who: ClubTestPerson, { memberId: userId }: ClubTestPerson) =>
  app.call(followUser, { userId }, { token: who.token });
const block = (who: ClubTestPerson, { memberId: userId }: ClubTestPerson, blocked = true) =>
  app.call(blockMember, { userId, blocked }, { token: who.token });
const newestFirst = (list: readonly ClubTestPerson[]) =>
  list
    .map(({ memberId }) => memberId)
    .sort()
    .reverse();

test("P03 P12 followers and followed members are listed in pages, each once", async () => {
  const who = await club.person();
  const fans = [
    await club.person({ owner: false, nickname: "粉丝" }),
    await club.person(),
    await club.person(),
  ];
  for (const fan of fans) await follow(fan, who);
  await follow(who, fans[0] as ClubTestPerson);
  const first = (await people(who, "followers", { pageSize: 2 })).data;
  const rest = (await people(who, "followers", { pageSize: 2, cursor: first.nextCursor ?? "" })).data;
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(newestFirst(fans));
  expect(rest.nextCursor).toBeNull();
  expect(rest.list.at(-1)).toMatchObject({ displayName: "粉丝", owner: false, followed: true, own: false });
  expect(first.list[0]).toMatchObject({ owner: true, followed: false });
  // The same list for another viewer: "followed" and "own" refer to the viewer.
  const seen = (await people(fans[0] as ClubTestPerson, "followers", { userId: who.memberId })).data.list;
  expect(seen.find(({ id }) => id === fans[0]?.memberId)).toMatchObject({ own: true, followed: false });
  expect(await idsOf(who, "following")).toEqual([fans[0]?.memberId]);
  expect((await app.call(listRelatedMembers, { kind: "followers", userId: who.memberId })).status).toBe(401);
  expect((await people(who, "followers", { userId: "7" })).status).toBe(404);
  expect(await countStatements(app, () => people(who, "followers"))).toBe(3);
});

test("P23 blocked members are listed only for oneself, and are in no other list until they are unblocked", async () => {
  const [who, other, fan] = [await club.person(), await club.person(), await club.person()];
  await follow(fan, other);
  await block(who, fan);
  expect(await idsOf(who, "blocked")).toEqual([fan.memberId]);
  // The list of blocked members is always the viewer's own.
  expect(await idsOf(other, "blocked", { userId: who.memberId })).toEqual([]);
  expect(await idsOf(who, "followers", { userId: other.memberId })).toEqual([]);
  expect(await idsOf(other, "followers")).toEqual([fan.memberId]);
  // Neither of the two sees the other's lists.
  expect(await idsOf(who, "following", { userId: fan.memberId })).toEqual([]);
  expect((await people(fan, "following", { userId: who.memberId })).status).toBe(404);
  await block(who, fan, false);
  expect([await idsOf(who, "blocked"), await idsOf(who, "followers", { userId: other.memberId })]).toEqual([
    [],
    [fan.memberId],
  ]);
});

test("P12 deleted accounts are in no list; a new user has empty lists", async () => {
  const [who, gone] = [await club.person(), await club.person()];
  await follow(gone, who);
  await sql`delete from user_session where user_id = ${gone.userId}`.execute(app.context.db);
  await sql`delete from app_user where user_id = ${gone.userId}`.execute(app.context.db);
  expect(await idsOf(who, "followers")).toEqual([]);
  const { token } = await app.login("13300000077");
  expect((await app.call(listRelatedMembers, { kind: "following" }, { token })).data).toEqual({
    list: [],
    nextCursor: null,
  });
});

test("P20 members of the group and followed members are found by a prefix that more than a thousand others have", async () => {
  const createdTime = app.context.clock.now();
  const others = Array.from({ length: MAX_SEARCH_MATCHES + 50 }, (_, at) => ({
    memberId: newId(),
    mobile: null,
    displayName: `卓${at}`,
    avatar: null,
    owner: false,
    seriesCodes: [],
    createdTime,
  }));
  await app.modules.club.add({ ...emptyClub, members: others });
  await app.modules.club.updateSearchKeys();
  // Created last, and last in the order of the keys.
  const groupId = await club.group();
  const near = await club.memberOf(groupId, { nickname: "卓卓尾" });
  const followed = await club.person({ nickname: "卓卓末" });
  const who = await club.memberOf(groupId);
  await follow(who, followed);
  await app.modules.club.updateSearchKeys();
  const found = (await app.call(searchMembers, { keyword: "卓", groupId }, { token: who.token })).data.list;
  expect(found.slice(0, 2).map(({ id }) => id)).toEqual([near.memberId, followed.memberId]);
});
