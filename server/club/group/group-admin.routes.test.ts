import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listArticles, showArticle } from "#contract/club/articles.ts";
import { listNotifications } from "#contract/club/members.ts";
import { applyJoinGroup, followGroup, listGroups, showCarClub, showGroup } from "#contract/club/club.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { COMMAND_TIMEOUT, runCommand } from "../../testing/command.ts";
import { closeGroup, createGroup } from "./group-admin-store.ts";
import { groupPlan } from "./group-plan.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();
const wiring = { db: app.context.db, clock: app.context.clock, by: commandLineActor };
const planFor = (over: object = {}) =>
  groupPlan.parse({ name: `雾${newId()}`, intro: "晨雾里见", places: 50, joinMode: "open", ...over });
async function made(leader: ClubTestPerson, over: object = {}): Promise<string> {
  const answer = await createGroup(wiring, planFor(over), leader.userId);
  if (typeof answer === "string") throw new Error(answer);
  return answer.groupId;
}
const linesOf = async (groupId: string) => {
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || actor_kind || ' ' || outcome as line from audit_entry where about_id = ${groupId} order by audit_id`.execute(
    app.context.db,
  );
  return rows.map(({ line }) => line);
};

test("P12 the maker creates a group with its leader; others find and join it", async () => {
  const leader = await club.person({ nickname: "老周" });
  const name = `雾${newId()}`;
  const city = { code: "310100", name: "上海" };
  const groupId = await made(leader, { name, rules: "友善\n不发广告", city, joinMode: "approval" });
  const { data } = await app.call(showGroup, { groupId }, { token: leader.token });
  expect(data).toMatchObject({
    name,
    intro: "晨雾里见",
    rules: "友善\n不发广告",
    cityCode: "310100",
    cityName: "上海",
    joinMode: "approval",
    places: 50,
    members: 1,
    leads: true,
    people: [{ id: leader.memberId, role: "leader" }],
  });
  expect((await app.call(listGroups, { keyword: name })).data.list.map((one) => one.groupId)).toEqual([
    groupId,
  ]);
  const { data: joined } = await app.call(
    applyJoinGroup,
    { groupId },
    { token: (await club.person()).token },
  );
  expect(joined.standing).toBe("review");
  expect(await linesOf(groupId)).toEqual(["club.create operator done"]);
});

test("P12 a leader who is not a verified owner, an unknown series and a used name are refused without effect", async () => {
  const visitor = await club.person({ owner: false });
  const leader = await club.person();
  expect(await createGroup(wiring, planFor(), visitor.userId)).toBe("noOwner");
  expect(await createGroup(wiring, planFor({ seriesCodes: ["no-such"] }), leader.userId)).toBe(
    "unknownSeries",
  );
  const name = `雾${newId()}`;
  await made(leader, { name });
  expect(await createGroup(wiring, planFor({ name }), leader.userId)).toBe("nameTaken");
  expect((await app.call(listGroups, { keyword: name })).data.list).toHaveLength(1);
  for (const over of [{ name: "" }, { places: 1 }, { coverUrl: "//evil.example/x" }, { more: 1 }])
    expect(groupPlan.safeParse({ ...planFor(), ...over }).success).toBe(false);
});

test("P12 P23 a closed group is gone for its leader, its members and everybody else; its articles stay with their authors", async () => {
  const leader = await club.person();
  const groupId = await made(leader);
  const member = await club.memberOf(groupId);
  const articleId = await club.articleOf(member, groupId);
  await app.call(followGroup, { groupId }, { token: member.token });
  const waiting = await club.person();
  await sql`insert into club_membership (group_id, member_id, status, role, since)
    values (${groupId}, ${waiting.memberId}, 1, 0, ${new Date(app.context.clock.now())})`.execute(
    app.context.db,
  );
  expect(await closeGroup(wiring, groupId)).toBe("done");
  // Members and applicants are notified once, without the actor.
  for (const { token, memberId } of [leader, member, waiting]) {
    const { data } = await app.call(listNotifications, { kind: "join" }, { token });
    const told = data.list.filter(({ outcome }) => outcome === "closed");
    expect(told).toMatchObject([
      { group: { groupId }, actor: { id: memberId }, article: null, moderation: null },
    ]);
  }
  expect([await closeGroup(wiring, groupId), await closeGroup(wiring, "1")]).toEqual(["again", "noGroup"]);
  for (const { token } of [leader, member]) {
    expect((await app.call(showGroup, { groupId }, { token })).status).toBe(404);
    expect((await app.call(showCarClub, {}, { token })).data.mine).toEqual([]);
    for (const call of [applyJoinGroup, followGroup])
      expect((await app.call(call, { groupId }, { token })).status).toBe(404);
  }
  expect((await club.publish(member, groupId)).status).toBe(633);
  expect((await app.call(listGroups, { pageSize: 50 })).data.list.map((one) => one.groupId)).not.toContain(
    groupId,
  );
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
  const own = (await app.call(listArticles, { userId: member.memberId })).data.list;
  expect(own.map((one) => one.articleId)).toEqual([articleId]);
  expect(await linesOf(groupId)).toEqual(["club.create operator done", "club.close operator done"]);
  // The counters are still exact.
  expect(await app.modules.club.repairCounters()).toBe(0);
});

test(
  "P12 the operator's command creates and closes a group, and reports errors in one line",
  async () => {
    const { userId } = await club.person();
    const folder = mkdtempSync(join(tmpdir(), "marque-group-"));
    const [good, bad] = [join(folder, "group.json"), join(folder, "bad.json")];
    writeFileSync(good, JSON.stringify(planFor()));
    writeFileSync(bad, JSON.stringify({ name: "雾都" }));
    try {
      const create = (path: string) => runCommand(app, ["club-group", "create", path], `${userId}\n`);
      const created = await create(good);
      const again = await create(good);
      const closed = await runCommand(app, [
        "club-group",
        "close",
        /^\d+$/.test(created.said) ? created.said : "1",
      ]);
      const embedded = {
        isDone: false,
        said: "DATABASE_URL is not set: only the server process can open the embedded database",
      };
      const isPostgres = app.databaseKind === "postgres";
      expect([created.isDone, again, closed]).toEqual(
        isPostgres
          ? [true, { isDone: false, said: "a group with this name exists" }, { isDone: true, said: "done" }]
          : [false, embedded, embedded],
      );
      expect((await create(bad)).said).toMatch(/^\S+bad\.json: intro: .+; places: .+; joinMode: .+$/);
      expect((await runCommand(app, ["club-group", "burn"])).said).toMatch(/^usage: /);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  COMMAND_TIMEOUT,
);
