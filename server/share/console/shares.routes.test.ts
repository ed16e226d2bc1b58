import { sql } from "kysely";
import { expect, test } from "vitest";
import { listShareHelpers, listShareResults, showShareSums } from "#contract/console/content/shares.ts";
import { everyScope } from "#contract/console/scope.ts";
import { listShares } from "#contract/share/share.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";

const app = await openApp();
const { db, clock } = app.context;
const region = (sponsorLevel2: "VWSA400000" | "VWSA500000") => ({
  ...everyScope,
  sponsorLevel1: ["107002" as const],
  sponsorLevel2: [sponsorLevel2],
});
const admin = await loginOperator(app, "hq-admin");
const south = await loginOperator(app, "region", region("VWSA500000"));
let made = 0;
async function addActivity(title: string): Promise<string> {
  const activityId = `153000000000000${String(1000 + made++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(clock.now(), {
      activityId,
      title,
      processKey: `S${made}`,
      sponsorLevel1: "107002",
      sponsorLevel2: "VWSA400000",
    }),
  ]);
  return activityId;
}
const person = (nickname: string) => app.login(`1371234${String(1000 + made++)}`, { nickname });
type Person = Awaited<ReturnType<typeof person>>;
/** Adds a person's link. @returns its reference */
async function share(activityId: string, { userId }: Person): Promise<string> {
  const reference = `r${String(made++)}`;
  await sql`insert into share_link (reference, activity_id, user_id, is_current, created_time)
    values (${reference}, ${activityId}, ${userId}, true, ${new Date(clock.now())})`.execute(db);
  return reference;
}
const help = (activityId: string, sharer: Person, friend: Person, op: "open" | "claim") =>
  sql`insert into share_help (activity_id, sharer_id, friend_id, op, created_time)
    values (${activityId}, ${sharer.userId}, ${friend.userId}, ${op}, ${new Date(clock.now())})`.execute(db);
async function signUpBy(activityId: string, { userId }: Person, from: string, status = "confirmed") {
  const mobile = `1381234${String(1000 + made++)}`;
  const signUp = sampleSignUp(userId, { mobile, created_time: new Date(clock.now()), channel: { from } });
  await app.modules.signUps.seed(
    [{ ...signUp, activity_id: activityId, checked_in_time: null, checked_in_by: null }],
    [],
  );
  await sql`update signup set status = ${status} where activity_id = ${activityId} and user_id = ${userId}`.execute(
    db,
  );
}
const rowsOf = async (who: TestOperator, filter: object, sort?: { by: "opens"; isDescending: boolean }) =>
  (await callAsOperator(app, who, listShareResults, { filter, ...(sort && { sort }) })).data.rows;

test("the results are those that the sharer sees, the best first, and never the sharer's own acts", async () => {
  const activityId = await addActivity("晨雾试驾");
  const [sharer, other, ...friends] = await Promise.all(
    ["林晓岚", "王远", "甲", "乙", "丙"].map((nickname) => person(nickname)),
  );
  const [first, second, third] = friends;
  if (!sharer || !other || !first || !second || !third) throw new Error("five persons");
  const from = await share(activityId, sharer);
  await share(activityId, other);
  await help(activityId, sharer, first, "open");
  await help(activityId, sharer, first, "claim");
  await help(activityId, sharer, second, "open");
  await help(activityId, other, third, "open");
  await signUpBy(activityId, first, from);
  await signUpBy(activityId, second, from, "cancelled");
  await signUpBy(activityId, sharer, from);
  const rows = await rowsOf(admin, { activityId });
  expect(
    rows.map(({ nickname, opens, helps, signUps, leads, helpers }) => [
      nickname,
      opens,
      helps,
      signUps,
      leads,
      helpers,
    ]),
  ).toEqual([
    ["林晓岚", 2, 1, 1, 0, 1],
    ["王远", 1, 0, 0, 0, 0],
  ]);
  const own = (await app.call(listShares, { activityId }, { token: sharer.token })).data[0];
  expect(own).toMatchObject({ opens: 2, helps: 1, signUps: 1, leads: 0 });
  const sums = (await callAsOperator(app, admin, showShareSums, { filter: { activityId } })).data;
  expect(sums).toMatchObject({ links: 2, sharers: 2, opens: 3, helps: 1, signUps: 1, leads: 0 });
  expect(rows[0]?.mobile).toMatch(/^137\*{4}\d{4}$/);
  const shown = await callAsOperator(app, admin, listShareHelpers, { shareId: rows[0]?.shareId ?? "" });
  expect(shown.data.helpers.map(({ kind }) => kind).toSorted()).toEqual(["help", "signUp"]);
  expect(shown.data.helpers.map(({ name }) => name)).not.toContain("甲乙");
  expect(JSON.stringify(shown.data)).not.toContain(first.userId);
});

test("CO09 another region sees none of it, in the list, the sums and one link", async () => {
  const activityId = await addActivity("东区活动");
  const sharer = await person("林晓岚");
  await share(activityId, sharer);
  expect(await rowsOf(admin, { activityId })).toHaveLength(1);
  expect(await rowsOf(south, { activityId })).toEqual([]);
  const sums = (await callAsOperator(app, south, showShareSums, { filter: { activityId } })).data;
  expect(sums).toMatchObject({ links: 0, sharers: 0 });
  const shareId = `${activityId}/${sharer.userId}`;
  expect((await callAsOperator(app, south, listShareHelpers, { shareId })).status).toBe(404);
  expect((await callAsOperator(app, admin, listShareHelpers, { shareId })).code).toBe("00");
});

test("the list is filtered by title and days, and sorted by its figures", async () => {
  const activityId = await addActivity("西湖赏车夜");
  const [one, two, friend] = await Promise.all(["甲", "乙", "丙"].map((nickname) => person(nickname)));
  if (!one || !two || !friend) throw new Error("three persons");
  await share(activityId, one);
  await share(activityId, two);
  await help(activityId, two, friend, "open");
  const names = async (filter: object, isDescending: boolean) =>
    (await rowsOf(admin, filter, { by: "opens", isDescending })).map(({ nickname }) => nickname);
  expect(await names({ keyword: "西湖赏" }, true)).toEqual(["乙", "甲"]);
  expect(await names({ keyword: "西湖赏" }, false)).toEqual(["甲", "乙"]);
  expect(await names({ keyword: "西湖赏", from: "2030-01-01" }, true)).toEqual([]);
  expect(await names({ keyword: "西湖赏", to: "2020-01-01" }, true)).toEqual([]);
});
