import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { checkIn, undoCheckIn } from "#contract/check-in/check-in.ts";
import {
  addGuest,
  checkInGuest,
  giveUpGuest,
  moveGuest,
  revealGuest,
  undoGuestCheckIn,
} from "#contract/console/guest-acts.ts";
import { showGuest } from "#contract/console/guests.ts";
import { acceptInvitationCode } from "#contract/invitation/invitation.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { dealerIds, nextTestMobile, testGuests, testScopes, type TestGuests } from "./test-guests.ts";

const app = await openApp();
let guests: TestGuests;
let hq: TestOperator;
let eastDealer: TestOperator;
let east: TestOperator;
beforeAll(async () => {
  guests = await testGuests(app);
  hq = await loginOperator(app, "hq-admin", testScopes.hq);
  east = await loginOperator(app, "region", testScopes.east);
  eastDealer = await loginOperator(app, "dealer", testScopes.eastDealer);
});

const { db } = app.context;
const linesAbout = async (id: string): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || outcome || ' ' || actor_kind as line from audit_entry
      where about_id = ${id} order by at_time, audit_id`.execute(db)
  ).rows.map(({ line }) => line);
const rowOf = async (signUpId: string) =>
  (
    await sql<{
      signup_id: string;
      checked_in_by: string | null;
      checked_in_way: string | null;
      session_id: string;
    }>`
      select signup_id, checked_in_by, checked_in_way, session_id from signup where signup_id = ${signUpId}`.execute(
      db,
    )
  ).rows[0];
const takenOf = async (activityId: string) =>
  (
    await sql<{ session_id: string; taken: number }>`select session_id, taken from activity_session
      where activity_id = ${activityId} order by session_id`.execute(db)
  ).rows.map(({ taken }) => taken);

test("CO55 check-in and undo in the console and at the desk are the same rows and audit lines", async () => {
  const id = await guests.addActivity();
  const [one, other] = [await guests.addGuest(id, "1"), await guests.addGuest(id, "1")];
  const link = await app.modules.checkIns.addLink({ activityId: id });
  const done = await callAsOperator(app, eastDealer, checkInGuest, { signUpId: one.signUpId });
  expect(done.data.isAlready).toBe(false);
  await app.call(checkIn, { link, by: "王运营", signUpId: other.signUpId });
  const [mine, theirs] = [await rowOf(one.signUpId), await rowOf(other.signUpId)];
  expect(mine).toMatchObject({ checked_in_by: "王运营", checked_in_way: "picked" });
  expect({ ...mine, signup_id: "" }).toEqual({ ...theirs, signup_id: "" });
  // Either door refuses what the other did before, and takes it back.
  const again = await app.call(checkIn, { link, by: "小李", signUpId: one.signUpId });
  expect(again.data).toMatchObject({ result: "already", guest: { checkedInBy: "王运营" } });
  const { checkedInTime } = done.data;
  const undone = await app.call(undoCheckIn, { link, signUpId: one.signUpId, checkedInTime });
  expect(undone.data.result).toBe("done");
  const late = { signUpId: one.signUpId, checkedInTime };
  expect((await callAsOperator(app, hq, undoGuestCheckIn, late)).code).toBe("STATE_CHANGED");
  expect(await linesAbout(one.signUpId)).toEqual(["check-in picked operator", "check-in.undo done staff"]);
  expect(await linesAbout(other.signUpId)).toEqual(["check-in picked staff"]);
});

test("CO11 a dealer checks in nobody of another dealer, and a refused act leaves no audit line", async () => {
  const id = await guests.addActivity();
  const south = await guests.addGuest(id, "3");
  expect((await callAsOperator(app, eastDealer, checkInGuest, { signUpId: south.signUpId })).status).toBe(
    404,
  );
  expect(
    (await callAsOperator(app, eastDealer, moveGuest, { signUpId: south.signUpId, sessionId: "1" })).status,
  ).toBe(406);
  const reason = "不可抗力";
  expect((await callAsOperator(app, east, giveUpGuest, { signUpId: south.signUpId, reason })).status).toBe(
    404,
  );
  expect(await linesAbout(south.signUpId)).toEqual([]);
  expect((await rowOf(south.signUpId))?.session_id).toBe("3");
});

test("CO55 a guest is moved under the rules of their own change, and stays in the operator's scope", async () => {
  const id = await guests.addActivity();
  const { signUpId } = await guests.addGuest(id, "1");
  expect((await callAsOperator(app, east, moveGuest, { signUpId, sessionId: "3" })).status).toBe(404);
  expect(await takenOf(id)).toEqual([1, 0, 0, 0]);
  const moved = await callAsOperator(app, east, moveGuest, { signUpId, sessionId: "4" });
  expect(moved.data.sessionId).toBe("4");
  expect(await takenOf(id)).toEqual([0, 0, 0, 1]);
  expect((await callAsOperator(app, east, moveGuest, { signUpId, sessionId: "4" })).status).toBe(633);
  await callAsOperator(app, eastDealer, checkInGuest, { signUpId });
  expect((await callAsOperator(app, east, moveGuest, { signUpId, sessionId: "1" })).status).toBe(633);
  expect(await linesAbout(signUpId)).toEqual(["sign-up.move done operator", "check-in picked operator"]);
  const { steps } = (await callAsOperator(app, hq, showGuest, { signUpId })).data;
  expect(steps.map(({ kind }) => kind).toSorted()).toEqual(["checkedIn", "moved", "signedUp"]);
  expect(steps.find(({ kind }) => kind === "moved")).toMatchObject({ isByOperator: true });
});

test("CO56 giving up for a guest frees the seat, erases as their own does, and tells them why", async () => {
  const id = await guests.addActivity();
  const { signUpId, token } = await guests.addGuest(id, "1", { name: "要取消的人" });
  const reason = "场地临时维护，已为你另约时间";
  const given = await callAsOperator(app, east, giveUpGuest, { signUpId, reason: ` ${reason} ` });
  expect(given.code).toBe("00");
  expect(await takenOf(id)).toEqual([0, 0, 0, 0]);
  const own = (await app.call(listOwnSignUps, {}, { token })).data;
  expect(own).toMatchObject([{ signUpId, state: "cancelled", cancelReason: reason }]);
  const detail = (await callAsOperator(app, hq, showGuest, { signUpId })).data;
  expect(detail).toMatchObject({
    guest: { name: null, mobile: null, state: "cancelled" },
    cancelReason: reason,
  });
  expect(detail.steps[0]).toMatchObject({ kind: "cancelledForGuest", isByOperator: true });
  const { rows } = await sql<{ stored: string }>`select to_jsonb(c)::text as stored from signup_cancelled c
    where signup_id = ${signUpId}`.execute(db);
  expect(rows[0]?.stored).not.toContain("场地");
  // A second time there is no seat.
  expect((await callAsOperator(app, east, giveUpGuest, { signUpId, reason })).status).toBe(633);
  expect(await linesAbout(signUpId)).toEqual(["sign-up.give-up done operator"]);
});

test("CO57 a number with an account gets a sign-up that its person finds; consent is noted", async () => {
  const id = await guests.addActivity();
  const mobile = nextTestMobile();
  const { token } = await app.login(mobile);
  const args = { activityId: id, name: "林晓岚", mobile, sessionId: "1", consent: "phone" as const };
  const added = (await callAsOperator(app, hq, addGuest, args)).data;
  expect(added.kind).toBe("signedUp");
  const own = (await app.call(listOwnSignUps, {}, { token })).data;
  expect(own).toMatchObject([{ activityId: id, state: "upcoming", sessionId: "1" }]);
  const signUpId = own[0]?.signUpId ?? "";
  const { rows } =
    await sql`select added_by, added_consent from signup where signup_id = ${signUpId}`.execute(db);
  expect(rows).toEqual([{ added_by: hq.operatorId, added_consent: "phone" }]);
  expect(await linesAbout(signUpId)).toEqual(["sign-up.add phone operator"]);
  expect((await callAsOperator(app, hq, addGuest, args)).code).toBe("STATE_CHANGED");
  expect(await takenOf(id)).toEqual([1, 0, 0, 0]);
  const elsewhere = { ...args, mobile: nextTestMobile(), sessionId: "3" };
  expect((await callAsOperator(app, east, addGuest, elsewhere)).status).toBe(404);
});

test("CO57 a number without an account gets an invitation code, which signs its person up", async () => {
  const id = await guests.addActivity();
  const mobile = nextTestMobile();
  const args = {
    activityId: id,
    name: "陈一禾",
    mobile,
    sessionId: "1",
    dealerId: dealerIds.east,
    consent: "onsite" as const,
  };
  const added = (await callAsOperator(app, east, addGuest, args)).data;
  if (added.kind !== "invited") throw new Error("no invitation");
  const sec = new URL(added.link).searchParams.get("sec") ?? "";
  const { token } = await app.login(mobile);
  await app.call(acceptInvitationCode, { activityId: id, sec }, { token });
  expect((await app.call(listOwnSignUps, {}, { token })).data).toMatchObject([
    { activityId: id, sessionId: "1" },
  ]);
});

test("CO57 the last seat goes to one of several operators who sign different people up", async () => {
  const id = await guests.addActivity({
    quota: 1,
    sessions: [],
    asks: { series: false, dealer: false, session: false },
  });
  const mobiles = [nextTestMobile(), nextTestMobile(), nextTestMobile()];
  for (const mobile of mobiles) await app.login(mobile);
  const answers = await Promise.all(
    mobiles.map((mobile) =>
      callAsOperator(app, hq, addGuest, { activityId: id, name: "抢座", mobile, consent: "phone" }),
    ),
  );
  expect(answers.filter(({ code }) => code === "00")).toHaveLength(1);
  const { rows } =
    await sql`select taken, (select count(*)::int from signup s where s.activity_id = a.activity_id) as signed
    from activity a where activity_id = ${id}`.execute(db);
  expect(rows).toEqual([{ taken: 1, signed: 1 }]);
});

test("CO100 reveals are limited to 100 an hour and need a second factor after 20; the same number counts again", async () => {
  const id = await guests.addActivity();
  const { signUpId } = await guests.addGuest(id, "1");
  const stolen = await loginOperator(app, "hq-staff", testScopes.hq, { isSteppedUp: false });
  const reveal = (operator: TestOperator) =>
    callAsOperator(app, operator, revealGuest, { signUpId, purpose: "contact" });
  const revealed = async (operator: TestOperator, count: number) =>
    sql`insert into person_reveal (reveal_id, operator_id, about_kind, about_id, purpose, revealed_time)
      select ${`r${operator.operatorId}`} || n, ${operator.operatorId}, 'sign-up', ${signUpId}, 'contact', ${new Date(app.context.clock.now() - 1_000)}
      from generate_series(1, ${count}::int) n`.execute(db);
  await revealed(stolen, 19);
  expect((await reveal(stolen)).code).toBe("00");
  expect((await reveal(stolen)).code).toBe("STEP_UP");
  await revealed(hq, 98);
  const answers = await Promise.all([reveal(hq), reveal(hq), reveal(hq), reveal(hq)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "00", "REVEAL_LIMIT", "REVEAL_LIMIT"]);
  const lines = (await linesAbout(signUpId)).filter((line) => line === "guest.reveal contact operator");
  expect(lines).toHaveLength(3);
});

test("CO100 the same reveal with the same key is judged and counted again, and its answer is not kept", async () => {
  const { signUpId } = await guests.addGuest(await guests.addActivity(), "1");
  const operator = await loginOperator(app, "hq-staff", testScopes.hq);
  const reveal = () =>
    callAsOperator(app, operator, revealGuest, { signUpId, purpose: "contact" }, { idempotencyKey: "again" });
  expect([(await reveal()).code, (await reveal()).code]).toEqual(["00", "00"]);
  const lines = (await linesAbout(signUpId)).filter((line) => line === "guest.reveal contact operator");
  expect(lines).toHaveLength(2);
  const { rows } = await sql`
    select 1 from operator_request where operator_id = ${operator.operatorId}`.execute(db);
  expect(rows).toEqual([]);
});
