import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { showKocProgram } from "#contract/koc/koc.ts";
import { listBenefits } from "#contract/benefit/benefit.ts";
import type { Call } from "#contract/core/call.ts";
import type { ForeignResources } from "../call-access-kinds.ts";
import { callAccess } from "../call-access.ts";
import { openApp } from "../app.ts";
import { cancelActivityNow } from "./cancel-activity.ts";
import { contractCalls } from "../contract-calls.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";
import { sampleActivity } from "../samples/sample-activity.ts";

/** Part of every text of the unpublished activity. */
const SECRET = "尚未公布";
const DRAFT = "1800000000000000001";
const SESSION = "180000000000000777";
const keys = { processKey: "secretProcess", nodeKey: "landing" };
const app = await openApp();
/** Calls with arguments about the activity; other ids do not exist. */
let asked: { call: Call; args: Record<string, unknown> }[] = [];
let token: string;

beforeAll(async () => {
  const now = app.context.clock.now();
  const place = { provinceCode: "310000", cityCode: "310100", longitude: 121.4, latitude: 31.2 };
  const dealer = { id: "1801", code: "1801", status: "", phone: "021-1", ...place };
  await app.modules.organisations.add([{ ...dealer, name: SECRET, address: SECRET }]);
  const session = { startTime: now + 86_400_000, endTime: now + 90_000_000, quota: 9, taken: 0 };
  const texts = { title: SECRET, subtitle: SECRET, address: SECRET, content: SECRET, rules: SECRET };
  const draft = sampleActivity(now, {
    activityId: DRAFT,
    isDraft: true,
    dealerId: "1801",
    dealerIds: ["1801"],
    sessions: [{ sessionId: SESSION, dealerId: "1801", ...session }],
    ...texts,
    ...keys,
  });
  await app.modules.activities.addActivities([draft]);
  await app.modules.benefits.add([sampleBenefit(now, { activity_id: DRAFT, name: SECRET, summary: SECRET })]);
  await app.modules.kocs.add([sampleKocProgram(now, { activity_id: DRAFT, slogan: SECRET })]);
  ({ token } = await app.login("13700000001", { owner: true }));
  const nobodys = new Proxy({}, { get: () => "1" }) as ForeignResources;
  const foreign: ForeignResources = {
    ...nobodys,
    activityId: DRAFT,
    fullActivityId: DRAFT,
    mobile: "13700000001",
  };
  const isAbout = (args: object): boolean => Object.values(args).includes(DRAFT);
  asked = (await contractCalls()).flatMap((call) => {
    const args = callAccess[call.name]?.args(foreign) ?? {};
    return isAbout(args) ? [{ call, args }] : [];
  });
});

/** Names of the calls that reveal it, to a visitor or to a person. */
async function tellers(): Promise<string[]> {
  app.clearCaches();
  const told = await Promise.all(
    asked.flatMap(({ call, args }) =>
      [{}, { token }].map(async (by) => {
        const answer = JSON.stringify(await app.call(call, args, by));
        const isTold = [SECRET, encodeURIComponent(SECRET), SESSION].some((text) => answer.includes(text));
        return isTold ? [call.name] : [];
      }),
    ),
  );
  return [...new Set(told.flat())].sort();
}

/** Arguments that show it; the token is the part that cannot be guessed. */
async function previewArgs(days?: number) {
  const issued = await app.modules.activities.previews.add(DRAFT, days);
  const query = new URLSearchParams(issued?.path.split("?")[1]);
  return { preview: "1", ...keys, previewToken: query.get("previewToken") ?? "" };
}
/** Statuses of the calls that have a preview mode, for arguments in place of an id. */
async function previewStatuses(args: Record<string, string>): Promise<number[]> {
  const answers = [
    await app.call(showNearby, { id: "00", ...args }),
    await app.call(listBenefits, { activityId: "00", ...args }),
    await app.call(showKocProgram, { activityId: "00", ...args }),
  ];
  return answers.map(({ status }) => status);
}

test("C17 T10 no call reveals an unpublished activity; its preview keys and a token show it, its benefits and programme", async () => {
  expect(asked.length).toBeGreaterThan(15);
  expect(await tellers()).toEqual([]);
  const preview = await previewArgs();
  const shown = await app.call(listBenefits, { activityId: "00", ...preview });
  expect(shown.data.map(({ name }) => name)).toEqual([SECRET]);
  expect(await previewStatuses(preview)).toEqual([200, 200, 200]);
  const { previewToken, ...guessed } = preview;
  const wrongArgs = [
    guessed,
    { ...guessed, previewToken: "" },
    { ...guessed, previewToken: `${previewToken.slice(0, -1)}${previewToken.endsWith("A") ? "B" : "A"}` },
    { ...preview, nodeKey: "other" },
    { ...preview, preview: "01" },
    { preview: "1", previewToken },
    { ...keys, previewToken },
  ];
  for (const wrong of wrongArgs)
    expect([wrong, await previewStatuses(wrong)]).toEqual([wrong, [404, 404, 404]]);
  expect((await app.call(listBenefits, { activityId: DRAFT, ...preview })).status).toBe(404);
  await sql`update activity set is_published = true where activity_id = ${DRAFT}`.execute(app.context.db);
  expect(await tellers()).toEqual(
    expect.arrayContaining(["listBenefits", "listDates", "listDealers", "showKocProgram", "showNearby"]),
  );
  await sql`update activity set is_published = false where activity_id = ${DRAFT}`.execute(app.context.db);
});

test("C17 a preview's token is stored as a hash, expires, can be revoked, and is for one activity", async () => {
  const { clock, db } = app.context;
  const [short, long] = [await previewArgs(2), await previewArgs()];
  const { rows } = await sql<{ text: string }>`select preview_link::text as text from preview_link`.execute(
    db,
  );
  expect(rows.some(({ text }) => text.includes(long.previewToken))).toBe(false);
  clock.set(clock.now() + 2 * 86_400_000 + 1_000);
  expect([await previewStatuses(short), await previewStatuses(long)]).toEqual([
    [404, 404, 404],
    [200, 200, 200],
  ]);
  clock.set(null);
  expect(await app.modules.activities.previews.revokeAll(DRAFT)).toBeGreaterThan(1);
  expect(await previewStatuses(long)).toEqual([404, 404, 404]);
  const elsewhere = { ...keys, processKey: "otherProcess" };
  const other = sampleActivity(clock.now(), {
    activityId: "1800000000000000002",
    isDraft: true,
    ...elsewhere,
  });
  await app.modules.activities.addActivities([other]);
  const { previewToken } = await previewArgs();
  expect(await previewStatuses({ preview: "1", ...elsewhere, previewToken })).toEqual([404, 404, 404]);
});

test("C17 a preview is not cached", async () => {
  const preview = await previewArgs();
  const look = async () => (await app.call(showNearby, { id: "00", ...preview })).data.subtitle;
  expect(await look()).toBe(SECRET);
  await sql`update activity set subtitle = 'new' where activity_id = ${DRAFT}`.execute(app.context.db);
  expect(await look()).toBe("new");
  await sql`update activity set subtitle = ${SECRET} where activity_id = ${DRAFT}`.execute(app.context.db);
});

/** Answers of each call about it, to a visitor and to a person. */
async function statuses(): Promise<string[]> {
  app.clearCaches();
  const all = asked.map(async ({ call, args }) => {
    const answers = await Promise.all([{}, { token }].map((by) => app.call(call, args, by)));
    return `${call.name} ${answers.map(({ status, code }) => `${status}:${code}`).join(" ")}`;
  });
  return Promise.all(all);
}

test("W10 every call refuses a cancelled draft like a withdrawn activity", async () => {
  const withdrawn = await statuses();
  await cancelActivityNow(app, DRAFT);
  expect(await tellers()).toEqual([]);
  expect(await statuses()).toEqual(withdrawn);
});
