import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { acceptInvitationCode, showInvitationCode } from "#contract/invitation/invitation.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { buildCallRequest } from "../testing/request.ts";
import { sha256 } from "../core/secrets.ts";
import { createWaitlist } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { invitationStore } from "./store.ts";
import { invitationMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const HOUR = 3_600_000;
let made = 0;
/** Adds an activity and a code for one person. @returns both */
async function invite(over: Parameters<typeof sampleActivity>[1] = {}, expires = HOUR) {
  const now = app.context.clock.now();
  const activityId = `100000000000000${String(8000 + made++)}`;
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, ...over })]);
  const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId: null, sessionId: null };
  return { activityId, sec: await app.modules.invitations.issue(plain, now + expires) };
}
let people = 0;
const person = () => app.login(`133${String(10_000_000 + people++)}`);
const remarkOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  decodeURIComponent(String(answer.headers["flow_branch_remark"]));

test("M13 M14 U31 U37 a code shows its grant, signs one person up without a form and is shown as used afterwards", async () => {
  const invitation = await invite();
  expect((await app.call(showInvitationCode, invitation)).data).toMatchObject({
    activityId: invitation.activityId,
    activityMode: "offline",
    guest: "林",
    state: "open",
  });
  const { token } = await person();
  const applied = await app.call(acceptInvitationCode, invitation, { token });
  expect(applied.code).toBe("00");
  const own = await app.call(showSignUp, { activityId: invitation.activityId }, { token });
  expect(own.data).toMatchObject({ signed: true, ...applied.data });
  expect((await app.call(showInvitationCode, invitation)).data.state).toBe("used");
  // A retry returns the same sign-up; another person is refused.
  expect((await app.call(acceptInvitationCode, invitation, { token })).data).toEqual(applied.data);
  const other = await app.call(acceptInvitationCode, invitation, { token: (await person()).token });
  expect([other.status, remarkOf(other)]).toEqual([633, invitationMessages.used]);
});

test("M13 M14 a person who already has a seat gets it back, and the code stays unused", async () => {
  const [first, other] = [await invite(), await person()];
  const { activityId } = first;
  const now = app.context.clock.now();
  await app.call(acceptInvitationCode, first, { token: other.token });
  const plain = { activityId, name: "周知远", seriesCode: null, dealerId: null, sessionId: null };
  const invitation = { activityId, sec: await app.modules.invitations.issue(plain, now + HOUR) };
  const own = (await app.call(showSignUp, { activityId }, { token: other.token })).data;
  const applied = await app.call(acceptInvitationCode, invitation, { token: other.token });
  expect([applied.code, applied.data]).toEqual([
    "00",
    { signUpId: own.signUpId, ticketCode: own.ticketCode },
  ]);
  expect((await app.call(showInvitationCode, invitation)).data.state).toBe("open");
  const guest = await person();
  const theirs = await app.call(acceptInvitationCode, invitation, { token: guest.token });
  expect(theirs.code).toBe("00");
  // A used code is refused for people with a seat, too; a retry of its guest returns the same sign-up.
  const late = await app.call(acceptInvitationCode, invitation, { token: other.token });
  expect([late.status, remarkOf(late)]).toEqual([633, invitationMessages.used]);
  expect((await app.call(acceptInvitationCode, invitation, { token: guest.token })).data).toEqual(
    theirs.data,
  );
});

test("M14 two concurrent calls of one person with one code make one sign-up", async () => {
  const invitation = await invite();
  const { token } = await person();
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.call(acceptInvitationCode, invitation, { token })),
  );
  expect(new Set(answers.map(({ data }) => data.signUpId)).size).toBe(1);
  expect((await app.call(showInvitationCode, invitation)).data.state).toBe("used");
});

test("M14 code and activity are in the query, the body is empty", async () => {
  const invitation = await invite();
  const { token } = await person();
  const { payload: _none, ...request } = buildCallRequest(acceptInvitationCode, invitation, "", { token });
  expect(request.query).toEqual(invitation);
  const answer = await app.app.inject(request);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([200, "00"]);
});

test("M13 M14 refuses unknown, malformed and expired codes, those of another activity, and callers without login or mobile", async () => {
  const [one, other] = [await invite(), await invite()];
  const { token } = await person();
  const wrong = { activityId: other.activityId, sec: one.sec };
  for (const args of [wrong, { ...one, sec: "A".repeat(22) }]) {
    expect((await app.call(showInvitationCode, args)).status).toBe(404);
    expect((await app.call(acceptInvitationCode, args, { token })).status).toBe(404);
  }
  expect((await app.call(showInvitationCode, { ...one, sec: "s" })).status).toBe(601);
  const old = await invite({}, -1);
  expect((await app.call(showInvitationCode, old)).data.state).toBe("expired");
  expect(remarkOf(await app.call(acceptInvitationCode, old, { token }))).toBe(invitationMessages.expired);
  expect((await app.call(acceptInvitationCode, one)).status).toBe(401);
  expect((await app.call(acceptInvitationCode, one, { token: (await app.login(null)).token })).status).toBe(
    602,
  );
});

test("M13 the guest's name of an unused code is deleted a month after its expiry; used codes stay", async () => {
  const DAY = 24 * HOUR;
  const [late, gone, used] = [await invite({}, -29 * DAY), await invite({}, -31 * DAY), await invite()];
  const { token } = await person();
  const applied = await app.call(acceptInvitationCode, used, { token });
  await sql`update sealed_code set expires_time = now() - interval '1 year'
    where code_hash = ${sha256(used.sec)}`.execute(app.context.db);
  expect((await app.call(showInvitationCode, gone)).data.state).toBe("expired");
  await app.modules.invitations.deleteUnused();
  expect((await app.call(showInvitationCode, late)).data.state).toBe("expired");
  const answer = await app.call(showInvitationCode, gone);
  expect([answer.status, answer.message]).toEqual([404, invitationMessages.unknown]);
  expect((await app.call(acceptInvitationCode, used, { token })).data).toEqual(applied.data);
  const { rows } = await sql`select 1 from sealed_code where code_hash = ${sha256(gone.sec)}`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
});

test("M14 a full activity refuses the sign-up and releases the code", async () => {
  const invitation = await invite({ quota: 1, taken: 1 });
  const { token } = await person();
  expect((await app.call(acceptInvitationCode, invitation, { token })).status).toBe(633);
  expect((await app.call(showInvitationCode, invitation)).data.state).toBe("open");
});

const at = (activityId: string) => ({ activityId });
/** Adds two sessions of one seat, fills the first one and puts a person on its waitlist. */
async function waitingGuest() {
  const now = app.context.clock.now();
  const session = (sessionId: string, taken: number) => ({
    sessionId,
    dealerId: null,
    startTime: now + 48 * HOUR,
    endTime: now + 49 * HOUR,
    quota: 1,
    taken,
  });
  const { activityId } = await invite({
    quota: 2,
    taken: 1,
    sessions: [session("1", 1), session("2", 0)],
    asks: { series: false, dealer: false, session: true },
  });
  const { userId, token } = await person();
  const signUp = sampleSignUp(userId, { session_id: "1", created_time: new Date(now) });
  await createWaitlist(app.context.db).join(activityId, signUp, now);
  const codeFor = async (sessionId: string) => {
    const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId: null, sessionId };
    return { activityId, sec: await app.modules.invitations.issue(plain, now + HOUR) };
  };
  return { activityId, token, codeFor };
}

test("M14 L18 a waiting person who is invited to another session gets a seat and leaves the waitlist", async () => {
  const { activityId, token, codeFor } = await waitingGuest();
  const invitation = await codeFor("2");
  const applied = await app.call(acceptInvitationCode, invitation, { token });
  expect(applied.code).toBe("00");
  const own = (await app.call(showSignUp, at(activityId), { token })).data;
  expect(own).toMatchObject({ signed: true, ...applied.data });
  expect((await app.call(listOwnSignUps, {}, { token })).data).toMatchObject([{ state: "upcoming" }]);
});

test("M14 L18 an invitation to a full session consumes neither the code nor the waitlist entry", async () => {
  const { activityId, token, codeFor } = await waitingGuest();
  const invitation = await codeFor("1");
  expect((await app.call(acceptInvitationCode, invitation, { token })).status).toBe(633);
  expect((await app.call(showInvitationCode, invitation)).data.state).toBe("open");
  const { status } = (await app.call(showSignUp, at(activityId), { token })).data;
  expect(status).toBe("waitlisted");
});

test("M14 an invited guest is not asked for the form's fields", async () => {
  const question = {
    key: "people",
    label: "同行人数",
    kind: "number",
    required: true,
    placeholder: "",
  } as const;
  const invitation = await invite({
    form: [{ ...question, options: [] }],
    asks: { series: true, dealer: true, session: false },
  });
  const { token } = await person();
  expect((await app.call(acceptInvitationCode, invitation, { token })).code).toBe("00");
});

test("M14 of eight people with one code at once one is signed up", async () => {
  const invitation = await invite();
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => (await person()).token));
  const answers = await Promise.all(
    tokens.map((token) => app.call(acceptInvitationCode, invitation, { token })),
  );
  expect(answers.filter(({ code }) => code === "00")).toHaveLength(1);
});

test("M14 without the guard in the statement several people get one code", async () => {
  const spent = async (isGuarded: boolean): Promise<number> => {
    const { sec } = await invite();
    const users = await Promise.all(Array.from({ length: 4 }, () => person()));
    const store = invitationStore(app.context.db);
    const got = await Promise.all(
      users.map(({ userId }) => store.consume(sha256(sec), userId, new Date(), { isGuarded })),
    );
    return got.filter(Boolean).length;
  };
  expect(await spent(true)).toBe(1);
  expect(await spent(false)).toBeGreaterThan(1);
});

test("M13 an invitation shows the period in which the activity takes sign-ups", async () => {
  const now = app.context.clock.now();
  const [before, after, end] = [now + HOUR, now + 2 * HOUR, now + 3 * HOUR];
  const shown = (time: number) => new Date(time + 8 * HOUR).toISOString().slice(0, 19) + "+08:00";
  const times = { signUpStartTime: before, signUpEndTime: after, startTime: after, endTime: end };
  const invitation = await invite(times);
  expect((await app.call(showInvitationCode, invitation)).data).toMatchObject({
    state: "open",
    opensTime: shown(before),
    closesTime: shown(after),
    overTime: shown(end),
    serverTime: expect.stringMatching(/\+08:00$/),
  });
  // For online activities both periods apply: the activity's and the sign-up's.
  const online = await invite({ ...times, activityType: "online" });
  expect((await app.call(showInvitationCode, online)).data).toMatchObject({
    opensTime: shown(after),
    closesTime: shown(after),
  });
  const { token } = await person();
  expect((await app.call(acceptInvitationCode, invitation, { token })).status).toBe(633);
});
