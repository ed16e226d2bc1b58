import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaveLead, withdrawLead } from "#contract/lead/lead.ts";
import { enrollKoc, showKocStatus } from "#contract/koc/koc.ts";
import { listShareCredits, listShares, operateLink, showShareInvitation } from "#contract/share/share.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleKocProgram } from "../testing/samples/sample-koc.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { mergeShares } from "./merge-users-store.ts";
import { shareMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let made = 0;
/** Adds an online activity that takes sign-ups and leads. @returns its id */
async function open(): Promise<string> {
  const now = app.context.clock.now();
  const activityId = `100000000000000${String(6000 + made++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId, activityType: "online", startTime: now - 60_000 }),
  ]);
  return activityId;
}
let people = 0;
async function person(nickname = "林晓岚") {
  const mobile = `135${String(10_000_000 + people++)}`;
  return { mobile, ...(await app.login(mobile, { nickname })) };
}
type Somebody = Awaited<ReturnType<typeof person>>;
const solved = (action: "link" | "signup" | "lead" | "koc", activityId: string, token: string) =>
  app.solveCaptcha({ action, activityId }, { token });
type Op = "share" | "open" | "claim";

/** Operates the link with a solved captcha. */
async function operate({ token }: Somebody, id: string, op: Op, from?: string) {
  const captchaVerifyId = await solved("link", id, token);
  const answer = await app.call(
    operateLink,
    { id, op, ...(from !== undefined && { from }) },
    { token, captchaVerifyId },
  );
  expect(answer.status).toBe(200);
  return answer.data;
}
const referenceIn = (linkUrl: string): string => new URL(linkUrl).searchParams.get("from") ?? "";
const shareOf = async (sharer: Somebody, id: string): Promise<string> =>
  referenceIn((await operate(sharer, id, "share")).linkUrl);
const sharesOf = async ({ token }: Somebody, activityId?: string) =>
  (await app.call(listShares, { ...(activityId !== undefined && { activityId }) }, { token })).data;
const countsOf = async (sharer: Somebody, activityId: string) => {
  const [share] = await sharesOf(sharer, activityId);
  return share && [share.opens, share.helps, share.signUps, share.leads];
};
async function signUpBy({ token }: Somebody, id: string, mobile: string, from?: string) {
  const captchaVerifyId = await solved("signup", id, token);
  const form = {
    id,
    name: "陈屿",
    mobile,
    consent: true as const,
    channel: from === undefined ? {} : { from },
  };
  return app.call(signUp, form, { token, captchaVerifyId });
}
async function leaveLeadBy({ token }: Somebody, id: string, mobile: string, from?: string) {
  const captchaVerifyId = await solved("lead", id, token);
  const form = {
    id,
    name: "陈屿",
    mobile,
    provinceCode: "310000",
    cityCode: "310100",
    consent: true as const,
    channel: from === undefined ? {} : { from },
  };
  return app.call(leaveLead, form, { token, captchaVerifyId });
}

test("M08 U34 a person's link of an activity is created once and leads to its page", async () => {
  const id = await open();
  const sharer = await person();
  const first = await operate(sharer, id, "share");
  expect(first.counted).toBe(true);
  const url = new URL(first.linkUrl);
  expect(url.pathname).toBe(`/marketing/area/activity/online/${id}`);
  expect(referenceIn(first.linkUrl)).toMatch(/^[A-Za-z0-9_-]{17}$/);
  const again = await app.call(operateLink, { id, op: "share" }, { token: sharer.token });
  expect(again.data).toEqual({ linkUrl: first.linkUrl, counted: false });
  expect((await sharesOf(sharer)).map(({ linkUrl }) => linkUrl)).toEqual([first.linkUrl]);
  const invitation = await app.call(showShareInvitation, {
    activityId: id,
    from: referenceIn(first.linkUrl),
  });
  expect(invitation.data).toEqual({ nickname: "林晓岚" });
});

test("M09 M15 O04 a plain GET changes nothing: 401 without a token, 633 without a captcha or with another person's", async () => {
  const id = await open();
  const [sharer, friend, stranger] = [await person(), await person(), await person()];
  const from = await shareOf(sharer, id);
  for (const op of ["share", "open", "claim"] as const) {
    expect((await app.call(operateLink, { id, op, from })).status).toBe(401);
    const bare = await app.call(operateLink, { id, op, from }, { token: friend.token });
    expect([bare.status, bare.headers["captcha_verify"]]).toEqual([633, "true"]);
    const captchaVerifyId = await solved("link", id, stranger.token);
    const foreign = await app.call(operateLink, { id, op, from }, { token: friend.token, captchaVerifyId });
    expect(foreign.status).toBe(633);
  }
  expect(await countsOf(sharer, id)).toEqual([0, 0, 0, 0]);
  expect(await sharesOf(friend)).toEqual([]);
  expect((await app.call(operateLink, { id: "404", op: "share" }, { token: friend.token })).status).toBe(404);
  expect((await app.call(listShares, {})).status).toBe(401);
});

test("M08 opening and helping count once each; a repeated call says so without a captcha", async () => {
  const id = await open();
  const [sharer, friend] = [await person(), await person()];
  const from = await shareOf(sharer, id);
  expect((await operate(friend, id, "open", from)).counted).toBe(true);
  expect((await operate(friend, id, "claim", from)).counted).toBe(true);
  const token = friend.token;
  expect((await app.call(operateLink, { id, op: "open", from }, { token })).data.counted).toBe(false);
  const again = (await app.call(operateLink, { id, op: "claim", from }, { token })).data;
  expect(again).toMatchObject({ counted: false, remark: shareMessages.helped });
  expect(referenceIn(again.linkUrl)).toBe(from);
  expect(await countsOf(sharer, id)).toEqual([1, 1, 0, 0]);
  // A person helps one sharer per activity.
  const other = await person();
  const second = (await app.call(operateLink, { id, op: "claim", from: await shareOf(other, id) }, { token }))
    .data;
  expect(second).toMatchObject({ counted: false, remark: shareMessages.helped });
  expect(await countsOf(other, id)).toEqual([0, 0, 0, 0]);
});

test("M08 the sharer is also found by openId; helping oneself and unsigned references do not count", async () => {
  const id = await open();
  const [sharer, friend] = [await person(), await person()];
  const from = await shareOf(sharer, id);
  expect((await operate(friend, id, "open", sharer.openId)).counted).toBe(true);
  expect(await countsOf(sharer, id)).toEqual([1, 0, 0, 0]);
  for (const own of [from, sharer.openId])
    expect(await operate(sharer, id, "claim", own)).toMatchObject({
      counted: false,
      remark: shareMessages.self,
    });
  const elsewhere = await open();
  const forged = from.slice(0, -1) + (from.endsWith("A") ? "B" : "A");
  for (const [activityId, text] of [
    [elsewhere, from],
    [id, forged],
    [id, "singlemessage"],
  ] as const) {
    const answer = await operate(friend, activityId, "claim", text);
    expect(answer).toMatchObject({ counted: false, remark: shareMessages.unknownInvitation });
    expect(referenceIn(answer.linkUrl)).toBe("");
    expect((await app.call(showShareInvitation, { activityId, from: text })).status).toBe(404);
  }
});

test("M20 M21 a sign-up and a lead with the reference are credited to the sharer, once per person", async () => {
  const id = await open();
  const [sharer, friend, other] = [await person(), await person(), await person()];
  const from = await shareOf(sharer, id);
  expect((await signUpBy(friend, id, friend.mobile, from)).code).toBe("00");
  expect((await leaveLeadBy(friend, id, friend.mobile, from)).code).toBe("00");
  expect((await leaveLeadBy(friend, id, "13512340001", from)).code).toBe("00");
  expect((await signUpBy(other, id, other.mobile)).code).toBe("00");
  expect(await countsOf(sharer, id)).toEqual([0, 0, 1, 1]);
  const { data } = await app.call(listShareCredits, { activityId: id }, { token: sharer.token });
  expect(data.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    "lead 陈**",
    "lead 陈**",
    "signUp 陈**",
  ]);
  expect((await app.call(listShareCredits, { activityId: id }, { token: other.token })).data).toEqual([]);
  // A withdrawn lead no longer counts.
  await app.call(withdrawLead, { id }, { token: friend.token });
  expect(await countsOf(sharer, id)).toEqual([0, 0, 1, 0]);
});

test("M21 gives no credit for oneself, one's own mobile under another account, another activity's or a forged reference", async () => {
  const [id, elsewhere] = [await open(), await open()];
  const [sharer, second, friend] = [await person(), await person(), await person()];
  const from = await shareOf(sharer, id);
  await operate(sharer, elsewhere, "share");
  await signUpBy(sharer, id, sharer.mobile, from);
  await leaveLeadBy(second, id, sharer.mobile, from);
  await signUpBy(friend, elsewhere, friend.mobile, from);
  await leaveLeadBy(friend, id, friend.mobile, `${from.slice(0, -1)}${from.endsWith("A") ? "B" : "A"}`);
  expect(await countsOf(sharer, id)).toEqual([0, 0, 0, 0]);
  expect(await countsOf(sharer, elsewhere)).toEqual([0, 0, 0, 0]);
});

test("M20 the first touch keeps the credit when a lead is updated by another person's link", async () => {
  const id = await open();
  const [first, second, friend] = [await person(), await person(), await person()];
  const [one, other] = [await shareOf(first, id), await shareOf(second, id)];
  await leaveLeadBy(friend, id, friend.mobile, one);
  await leaveLeadBy(friend, id, friend.mobile, other);
  expect(await countsOf(first, id)).toEqual([0, 0, 0, 1]);
  expect(await countsOf(second, id)).toEqual([0, 0, 0, 0]);
});

test("M06 M21 a KOC shares without another captcha; helpers are counted per person and advance the application", async () => {
  const id = await open();
  await app.modules.kocs.add([sampleKocProgram(app.context.clock.now(), { activity_id: id, goal: 2 })]);
  const [early, koc] = [await person(), await person()];
  for (const { token } of [early, koc])
    await app.call(enrollKoc, { id }, { token, captchaVerifyId: await solved("koc", id, token) });
  const { data } = await app.call(operateLink, { id, op: "share" }, { token: koc.token });
  const from = referenceIn(data.linkUrl);
  const [one, two] = [await person(), await person()];
  await operate(one, id, "claim", from);
  await signUpBy(one, id, one.mobile, from);
  const helpers = async () =>
    (await app.call(showKocStatus, { activityId: id }, { token: koc.token })).data.helpers;
  expect(await helpers()).toBe(1);
  const waiting = async () =>
    (await app.modules.kocs.waiting()).flatMap((row) => (row.activity_id === id ? [row.user_id] : []));
  expect(await waiting()).toEqual([early.userId, koc.userId]);
  await leaveLeadBy(two, id, two.mobile, from);
  expect(await helpers()).toBe(2);
  expect(await waiting()).toEqual([koc.userId, early.userId]);
});

/** Sends eight concurrent helps of one person for eight sharers, a captcha each. @returns how many counted */
async function helpEightAtOnce(): Promise<number> {
  const id = await open();
  const friend = await person();
  const references = await Promise.all(Array.from({ length: 8 }, async () => shareOf(await person(), id)));
  const passes = await Promise.all(references.map(() => solved("link", id, friend.token)));
  const answers = await Promise.all(
    references.map((from, at) =>
      app.call(
        operateLink,
        { id, op: "claim", from },
        { token: friend.token, captchaVerifyId: passes[at] ?? "" },
      ),
    ),
  );
  return answers.filter(({ data }) => data.counted).length;
}
test("M08 of eight concurrent helps of one person for eight sharers one counts", async () => {
  expect(await helpEightAtOnce()).toBe(1);
});
test("M08 without the unique index several of these helps count", async () => {
  await sql`drop index share_help_claim`.execute(app.context.db);
  try {
    // Concurrent requests may still run one after another, so the race is repeated.
    const races: number[] = [];
    while (races.length < 8 && !races.some((helped) => helped > 1)) races.push(await helpEightAtOnce());
    expect(Math.max(...races)).toBeGreaterThan(1);
  } finally {
    await sql`delete from share_help one using share_help other where one.op = 'claim' and other.op = 'claim'
      and one.activity_id = other.activity_id and one.friend_id = other.friend_id and one.sharer_id > other.sharer_id`.execute(
      app.context.db,
    );
    await sql`create unique index share_help_claim on share_help (activity_id, friend_id) where op = 'claim'`.execute(
      app.context.db,
    );
  }
});

test("M08 six concurrent requests of one person create one link", async () => {
  const id = await open();
  const sharer = await person();
  const passes = await Promise.all(Array.from({ length: 6 }, () => solved("link", id, sharer.token)));
  const answers = await Promise.all(
    passes.map((captchaVerifyId) =>
      app.call(operateLink, { id, op: "share" }, { token: sharer.token, captchaVerifyId }),
    ),
  );
  expect(new Set(answers.map(({ data }) => data.linkUrl)).size).toBe(1);
  expect(answers.filter(({ data }) => data.counted)).toHaveLength(1);
});

test("merging two users keeps the credits of both links and drops helps between them", async () => {
  const id = await open();
  const [before, after, friend] = [await person(), await person(), await person()];
  const [old, current] = [await shareOf(before, id), await shareOf(after, id)];
  await signUpBy(friend, id, friend.mobile, old);
  await operate(before, id, "claim", current);
  expect(await countsOf(after, id)).toEqual([1, 1, 0, 0]);
  await app.context.db.transaction().execute((db) => mergeShares(db, before.userId, after.userId));
  const shares = await sharesOf(after, id);
  expect(shares.map(({ linkUrl }) => referenceIn(linkUrl))).toEqual([current]);
  expect(await countsOf(after, id)).toEqual([0, 0, 1, 0]);
});
