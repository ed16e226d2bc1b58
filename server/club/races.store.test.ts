import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../core/ids.ts";
import type { NewMember } from "./index.ts";
import { joinWriter, type JoinApplication } from "./group/join-store.ts";
import { countOf, emptyClub, openClub } from "./test-club.ts";
import { relations, relationWriter, type RelationToggle } from "./relation-store.ts";

const { app, club } = await openClub();
const people: NewMember[] = Array.from({ length: 200 }, () => ({
  memberId: newId(),
  mobile: null,
  displayName: "车友",
  avatar: null,
  owner: true,
  seriesCodes: [],
  createdTime: app.context.clock.now(),
}));
await app.modules.club.add({ ...emptyClub, members: people });
const numberOf = async (table: string, column: string, key: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select ${sql.ref(column)} as n from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(
    app.context.db,
  );
  return rows[0]?.n ?? -1;
};
/** Every second entry of a list. */
const half = <T>(list: readonly T[], which: 0 | 1): T[] => list.filter((_one, at) => at % 2 === which);
/** Resolves when both have called it: without a guard each has read before the other writes. */
function createBarrier(): () => Promise<void> {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived === 2) both.resolve();
    return both.promise;
  };
}
/** With the guard the second process waits for the first, so that a barrier would deadlock: a delay lets it try. */
const betweenOf = (isGuarded: boolean) => (isGuarded ? () => setTimeout(20) : createBarrier());

/** Toggles likes of a new article by two writers. @returns the counter, and the number of rows */
async function likeRace(toggles: readonly RelationToggle[], isGuarded: boolean): Promise<[number, number]> {
  const groupId = await club.group();
  const articleId = await club.articleOf(await club.memberOf(groupId), groupId);
  const options = { isGuarded, between: betweenOf(isGuarded) };
  const writers = [0, 1].map(() => relationWriter(app.context.db, relations.articleLike, options));
  await Promise.all(
    writers.flatMap((writer, which) =>
      half(toggles, which === 0 ? 0 : 1).map((one) => writer.add(articleId, one)),
    ),
  );
  return [
    await numberOf("club_article", "likes", "article_id", articleId),
    await countOf(app, "club_article_like", `article_id = '${articleId}'`),
  ];
}
const on = ({ memberId }: NewMember): RelationToggle => ({ memberId, isOn: true, time: new Date() });

test("P22 200 concurrent likes by two processes count 200; without the guard the counter is wrong", async () => {
  expect(await likeRace(people.map(on), true)).toEqual([200, 200]);
  const [counted, there] = await likeRace(people.map(on), false);
  expect(there).toBe(200);
  expect(counted).not.toBe(200);
});

test("P22 200 concurrent toggles of one person: the counter equals the rows, none or one", async () => {
  const [one] = people;
  if (!one) throw new Error("nobody");
  const toggles = Array.from({ length: 200 }, (_, turn) => ({ ...on(one), isOn: turn % 3 !== 0 }));
  const [counted, there] = await likeRace(toggles, true);
  expect(counted).toBe(there);
  expect([0, 1]).toContain(there);
});

/** 200 applications for the last ten places by two writers. @returns the number of members, and the counter */
async function joinRace(isGuarded: boolean): Promise<[number, number]> {
  const groupId = await club.group({ places: 10 });
  const options = { isGuarded, between: betweenOf(isGuarded) };
  const writers = [0, 1].map(() => joinWriter(app.context.db, options));
  const applications = people.map(({ memberId }): JoinApplication => ({
    memberId,
    reason: "",
    since: new Date(),
  }));
  await Promise.all(
    writers.flatMap((writer, which) =>
      half(applications, which === 0 ? 0 : 1).map((one) => writer.add(groupId, one)),
    ),
  );
  return [
    await countOf(app, "club_membership", `group_id = '${groupId}' and status = 2`),
    await numberOf("club_group", "members", "group_id", groupId),
  ];
}

test("P05 200 concurrent applications for the last ten places by two processes: ten join; without the guard more", async () => {
  expect(await joinRace(true)).toEqual([10, 10]);
  const [there] = await joinRace(false);
  expect(there).toBeGreaterThan(10);
});

test("the repair corrects every wrong counter, and no other", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  await app.modules.club.repairCounters();
  await sql`update club_article set likes = 7, comments = 3 where article_id = ${articleId}`.execute(
    app.context.db,
  );
  await sql`update club_group set members = 9, followers = 2, articles = 0 where group_id = ${groupId}`.execute(
    app.context.db,
  );
  await sql`update club_member set articles = 5, followers = 1 where member_id = ${who.memberId}`.execute(
    app.context.db,
  );
  expect(await app.modules.club.repairCounters()).toBe(7);
  expect(await app.modules.club.repairCounters()).toBe(0);
  expect(await numberOf("club_article", "likes", "article_id", articleId)).toBe(0);
  expect(await numberOf("club_group", "members", "group_id", groupId)).toBe(1);
});
