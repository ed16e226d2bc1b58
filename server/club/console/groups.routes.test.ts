import { sql } from "kysely";
import { expect, test } from "vitest";
import { listNotifications } from "#contract/club/members.ts";
import { publishArticle } from "#contract/club/articles.ts";
import {
  changeClubGroupLeader,
  closeClubGroup,
  createClubGroup,
  editClubGroup,
  listClubGroupMembers,
  listClubGroups,
  listGroupSeries,
  showClubGroup,
  type GroupFields,
} from "#contract/console/club/groups.ts";
import {
  addClubWords,
  listClubWords,
  MAX_CLUB_WORDS,
  removeClubWord,
  tryClubText,
} from "#contract/console/club/words.ts";
import { newId } from "../../core/ids.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { clubMessages } from "../messages.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { console: messages } = clubMessages;
const { app, club } = await openClub();
const moderator = await loginOperator(app, "moderator", undefined, { name: "审核员小林" });
const colleague = await loginOperator(app, "moderator", undefined, { name: "审核员小吴" });

const fields = (over: Partial<GroupFields> = {}): GroupFields => ({
  name: `行云车友会 ${newId().slice(-6)}`,
  intro: "周末自驾",
  rules: "友善",
  cityCode: null,
  seriesCodes: [],
  places: 50,
  joinMode: "open",
  ...over,
});
const show = async (groupId: string) =>
  (await callAsOperator(app, moderator, showClubGroup, { groupId })).data;
const noticesOf = async ({ token }: ClubTestPerson, kind = "join") =>
  (await app.call(listNotifications, {}, { token })).data.list.filter((one) => one.kind === kind);
/** A group with a leader and two members. */
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId], name: `远山车友会 ${newId().slice(-6)}` });
  const [one, other] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  return { groupId, leader, one, other };
}

test("CO74 closing tells how many are notified, asks for the name, and notifies just as many", async () => {
  const { groupId, one, other } = await scene();
  await sql`update club_membership set status = 1 where group_id = ${groupId} and member_id = ${other.memberId}`.execute(
    app.context.db,
  );
  await app.modules.club.repairCounters();
  const { group, notified } = await show(groupId);
  expect([group.members, group.applicants, notified]).toEqual([2, 1, 3]);
  const close = (who: typeof moderator, name: string) =>
    callAsOperator(app, who, closeClubGroup, { groupId, name });
  const wrong = await close(moderator, "别的名称");
  expect([wrong.code, (wrong.data as unknown as { fields: object }).fields]).toEqual([
    "601",
    { name: messages.nameWrong },
  ]);
  const both = await Promise.all([close(moderator, group.name), close(colleague, group.name)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(both.find(({ code }) => code === "00")?.data).toEqual({ notified });
  for (const who of [one, other])
    expect((await noticesOf(who)).filter(({ outcome }) => outcome === "closed")).toHaveLength(1);
  const closed = await callAsOperator(app, moderator, listClubGroups, { filter: { state: "closed" } });
  expect(closed.data.rows.map((row) => row.groupId)).toContain(groupId);
});

test("a group is created with a verified owner as leader, found by the mobile; faults stand at their fields", async () => {
  const create = (over: Partial<GroupFields>, leaderMobile: string) =>
    callAsOperator(app, moderator, createClubGroup, { ...fields(over), leaderMobile });
  const faultOf = async (over: Partial<GroupFields>, mobile: string) =>
    ((await create(over, mobile)).data as unknown as { fields: object }).fields;
  await app.login("13477700001", { owner: true });
  await app.login("13477700002", { owner: false });
  expect(await faultOf({}, "13477700009")).toEqual({ leaderMobile: messages.noAccount });
  expect(await faultOf({}, "13477700002")).toEqual({ leaderMobile: messages.leaderNoOwner });
  expect(await faultOf({ cityCode: "990100" }, "13477700001")).toEqual({ cityCode: messages.unknownCity });
  expect(await faultOf({ seriesCodes: ["none"] }, "13477700001")).toEqual({
    seriesCodes: messages.unknownSeries,
  });
  const name = "华东远山同好";
  const made = await create({ name, cityCode: "310100", places: 2 }, "13477700001");
  const shown = await show(made.data.groupId);
  expect(shown).toMatchObject({
    group: { name, cityName: expect.any(String) as string, members: 1, places: 2 },
  });
  expect(await faultOf({ name }, "13477700001")).toEqual({ name: messages.nameTaken });
  expect((await callAsOperator(app, moderator, listGroupSeries, {})).data.series).toEqual(shown.series);
});

test("of two who edit a group at once one saves, and the other one reads who, when and which fields", async () => {
  const { groupId } = await scene();
  const { revision } = await show(groupId);
  const edit = (who: typeof moderator, over: Partial<GroupFields>) =>
    callAsOperator(app, who, editClubGroup, { ...fields(over), groupId, basedOn: revision });
  const both = await Promise.all([
    edit(moderator, { name: "第一个名称", places: 60 }),
    edit(colleague, { name: "第二个名称", places: 60 }),
  ]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "EDIT_CONFLICT"]);
  const isFirst = both[0]?.status === 200;
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    code: "EDIT_CONFLICT",
    data: { by: isFirst ? "审核员小林" : "审核员小吴", fields: ["name"] },
  });
  expect(await show(groupId)).toMatchObject({
    group: { name: isFirst ? "第一个名称" : "第二个名称" },
    revision: revision + 1,
  });
  const below = await callAsOperator(app, moderator, editClubGroup, {
    ...fields({ places: 2 }),
    groupId,
    basedOn: revision + 1,
  });
  expect((below.data as unknown as { fields: object }).fields).toEqual({ places: messages.placesBelow(3) });
});

test("the leader is chosen among verified owners; both are notified, and the one before helps to lead", async () => {
  const { groupId, leader, one, other } = await scene();
  await sql`update club_member set owner = false where member_id = ${other.memberId}`.execute(app.context.db);
  const able = await callAsOperator(app, moderator, listClubGroupMembers, {
    filter: { groupId, canLead: true },
  });
  expect(able.data.rows.map(({ person }) => person.memberId)).toEqual([one.memberId]);
  const choose = (memberId: string) =>
    callAsOperator(app, moderator, changeClubGroupLeader, { groupId, memberId });
  const noOwner = await choose(other.memberId);
  expect([noOwner.code, noOwner.message]).toEqual(["STATE_CHANGED", messages.leaderNoOwner]);
  expect((await choose(one.memberId)).code).toBe("00");
  expect((await choose(one.memberId)).message).toBe(clubMessages.alreadyLeader);
  const { group, managers } = await show(groupId);
  expect(group.leader?.memberId).toBe(one.memberId);
  expect(managers.map(({ memberId }) => memberId)).toEqual([leader.memberId]);
  expect(await noticesOf(one)).toEqual([expect.objectContaining({ outcome: "leads", inherited: true })]);
  expect((await noticesOf(leader)).map(({ outcome }) => outcome)).toContain("appointed");
});

test("of two who fill the list of words at once only as many are added as it takes", async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from club_word`.execute(
    app.context.db,
  );
  const free = MAX_CLUB_WORDS - (rows[0]?.count ?? 0) - 3;
  await sql`insert into club_word (word, added_by, added_time)
    select 'w' || n, '1', now() from generate_series(1, ${free}::int) n`.execute(app.context.db);
  const add = (who: typeof moderator, words: string[]) => callAsOperator(app, who, addClubWords, { words });
  const both = await Promise.all([add(moderator, ["甲一", "甲二"]), add(colleague, ["乙一", "乙二"])]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "601"]);
  await sql`delete from club_word where added_by = '1' or word like '甲%' or word like '乙%'`.execute(
    app.context.db,
  );
});

test("P25 an added word holds for the next text in whatever form, and a removed one no more", async () => {
  const { groupId, one } = await scene();
  const write = async (content: string) =>
    (await app.call(publishArticle, { groupId, content }, { token: one.token, idempotencyKey: newId() }))
      .status;
  expect(await write("<p>内部名额便宜出</p>")).toBe(200);
  const added = await callAsOperator(app, moderator, addClubWords, { words: ["内部名额", " 代抢 ", "代抢"] });
  expect(added.data).toEqual({ added: 2, known: 0 });
  expect((await callAsOperator(app, colleague, addClubWords, { words: ["代抢"] })).code).toBe(
    "STATE_CHANGED",
  );
  expect(await write("<p>內 部.名 額便宜出</p>")).toBe(601);
  const tried = await callAsOperator(app, moderator, tryClubText, { text: "代 抢和內部名額" });
  expect(tried.data.found.toSorted()).toEqual(["代抢", "内部名额"].toSorted());
  const listed = (await callAsOperator(app, moderator, listClubWords, {})).data.words;
  expect(listed.map(({ word, by }) => [word, by])).toEqual(
    expect.arrayContaining([["代抢", "审核员小林"]]) as unknown[],
  );
  const remove = (who: typeof moderator) => callAsOperator(app, who, removeClubWord, { word: "内部名额" });
  const both = await Promise.all([remove(moderator), remove(colleague)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await write("<p>内部名额便宜出</p>")).toBe(200);
});
