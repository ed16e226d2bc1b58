import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { noteGuest, revealGuest } from "#contract/console/guest-acts.ts";
import { countGuests, findGuests, listGuests, searchGuests, showGuest } from "#contract/console/guests.ts";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { nextTestMobile, testGuests, testScopes, type TestGuests } from "./test-guests.ts";

const app = await openApp();
let guests: TestGuests;
let hq: TestOperator;
let east: TestOperator;
let eastDealer: TestOperator;
let southDealer: TestOperator;
let service: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  guests = await testGuests(app);
  hq = await loginOperator(app, "hq-admin", testScopes.hq);
  east = await loginOperator(app, "region", testScopes.east);
  eastDealer = await loginOperator(app, "dealer", testScopes.eastDealer);
  southDealer = await loginOperator(app, "dealer", testScopes.southDealer);
  service = await loginOperator(app, "service");
  auditor = await loginOperator(app, "auditor");
});

const namesOf = async (operator: TestOperator, activityId: string): Promise<string[]> =>
  (await callAsOperator(app, operator, listGuests, { filter: { activityId } })).data.rows
    .map(({ name }) => name ?? "")
    .sort();
const auditOf = async (operator: TestOperator): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || about_id || ' ' || outcome as line from audit_entry
      where actor_id = ${operator.operatorId} and actor_kind = 'operator' order by at_time, audit_id`.execute(
      app.context.db,
    )
  ).rows.map(({ line }) => line);

test("CO10 CO11 a region sees the guests of its dealers, a dealer its own, in list, counts, search and detail", async () => {
  const id = await guests.addActivity();
  const [one, two, three] = [
    await guests.addGuest(id, "1", { name: "东一" }),
    await guests.addGuest(id, "2", { name: "东二" }),
    await guests.addGuest(id, "3", { name: "南三" }),
  ];
  expect(await namesOf(hq, id)).toEqual(["东一", "东二", "南三"].sort());
  expect(await namesOf(east, id)).toEqual(["东一", "东二"].sort());
  expect(await namesOf(eastDealer, id)).toEqual(["东一"]);
  expect(await namesOf(southDealer, id)).toEqual(["南三"]);
  const counts = await callAsOperator(app, auditor, countGuests, { filter: { activityId: id } });
  expect(counts.data.counts).toMatchObject({ upcoming: 3, cancelled: 0 });
  expect((await callAsOperator(app, auditor, listGuests, { filter: {} })).status).toBe(406);
  expect((await callAsOperator(app, service, listGuests, { filter: {} })).status).toBe(406);
  const found = await callAsOperator(app, eastDealer, searchGuests, { filter: {}, keyword: "南三" });
  expect(found.data.rows).toEqual([]);
  for (const [operator, signUpId, status] of [
    [eastDealer, one.signUpId, 200],
    [eastDealer, two.signUpId, 404],
    [east, two.signUpId, 200],
    [east, three.signUpId, 404],
    [service, three.signUpId, 200],
  ] as const)
    expect((await callAsOperator(app, operator, showGuest, { signUpId })).status).toBe(status);
});

test("CO34 one person is found by whole mobile, ticket and sign-up number, and by no part of the mobile", async () => {
  const id = await guests.addActivity();
  const guest = await guests.addGuest(id, "1", { name: "欧阳嘉宁" });
  const find = async (operator: TestOperator, number: string) =>
    (await callAsOperator(app, operator, findGuests, { number })).data.rows.map(({ signUpId }) => signUpId);
  const spaced = `${guest.mobile.slice(0, 3)} ${guest.mobile.slice(3, 7)} ${guest.mobile.slice(7)}`;
  for (const number of [guest.mobile, spaced, `+86${guest.mobile}`, guest.ticketCode, guest.signUpId])
    expect(await find(service, number)).toEqual([guest.signUpId]);
  expect(await find(southDealer, guest.mobile)).toEqual([]);
  expect((await callAsOperator(app, service, findGuests, { number: guest.mobile.slice(0, 7) })).status).toBe(
    601,
  );
  const listed = await callAsOperator(app, hq, listGuests, { filter: { mobile: guest.mobile } });
  expect(listed.data).toMatchObject({ count: 1, rows: [{ signUpId: guest.signUpId, name: "欧阳嘉宁" }] });
});

test("CO34 a name and the last four digits are searched among the filtered rows, and the answer says how far", async () => {
  const id = await guests.addActivity();
  const mobile = nextTestMobile();
  const one = await guests.addGuest(id, "1", { name: "司马青禾", mobile });
  await guests.addGuest(id, "1", { name: "韩牧" });
  const search = async (keyword: string) =>
    (await callAsOperator(app, hq, searchGuests, { filter: { activityId: id }, keyword })).data;
  expect(await search("青禾")).toMatchObject({ scanned: 2, next: null, rows: [{ signUpId: one.signUpId }] });
  expect((await search(mobile.slice(-4))).rows.map(({ signUpId }) => signUpId)).toEqual([one.signUpId]);
  // Hidden digits find nobody.
  expect((await search(mobile.slice(3, 8))).rows).toEqual([]);
});

test("CO99 CO101 no answer, audit line or query holds a whole mobile or a name but reveal's", async () => {
  const id = await guests.addActivity();
  const { mobile, signUpId } = await guests.addGuest(id, "1", { name: "标记姓名", answers: {} });
  const answers = [
    await callAsOperator(app, hq, listGuests, { filter: { mobile } }),
    await callAsOperator(app, hq, showGuest, { signUpId }),
    await callAsOperator(app, hq, findGuests, { number: mobile }),
    await callAsOperator(app, hq, noteGuest, { signUpId, key: crypto.randomUUID(), text: "标记备注" }),
  ];
  for (const { data } of answers) expect(JSON.stringify(data)).not.toContain(mobile);
  expect(answers[0]?.data).toMatchObject({
    rows: [{ mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` }],
  });
  const shown = await callAsOperator(app, hq, revealGuest, { signUpId, purpose: "verify" });
  expect(shown.data).toEqual({ mobile, seconds: 60 });
  const { rows } = await sql<{ text: string }>`select to_jsonb(a)::text as text from audit_entry a`.execute(
    app.context.db,
  );
  for (const { text } of rows) for (const marked of [mobile, "标记"]) expect(text).not.toContain(marked);
  expect((await auditOf(hq)).slice(-2)).toEqual([
    `guest.note ${signUpId} done`,
    `guest.reveal ${signUpId} verify`,
  ]);
});

test("a note of an operator is in the person's export and is erased with them", async () => {
  const id = await guests.addActivity();
  const { signUpId, token, userId } = await guests.addGuest(id, "1");
  const key = crypto.randomUUID();
  for (const _ of [1, 2])
    await callAsOperator(app, eastDealer, noteGuest, { signUpId, key, text: " 希望安排靠前车辆 " });
  const { notes } = (await callAsOperator(app, hq, showGuest, { signUpId })).data;
  expect(notes).toMatchObject([{ text: "希望安排靠前车辆", by: "王运营" }]);
  const { sections } = (await app.call(exportPersonalData, {}, { token })).data;
  const kept = sections.find(({ name }) => name === "guest_note");
  expect(kept?.rows).toMatchObject([{ guest_note_text: "希望安排靠前车辆" }]);
  expect(Object.keys(kept?.rows[0] ?? {})).not.toContain("written_by");
  const { rows } = await sql<{ text: string }>`select guest_note_text as text from guest_note n
    where user_id = ${userId}`.execute(app.context.db);
  expect(rows).toHaveLength(1);
});

test("a list goes on after its last row, and a cancelled guest has no name", async () => {
  const id = await guests.addActivity({
    quota: 100,
    sessions: [],
    asks: { series: false, dealer: false, session: false },
  });
  const added = [];
  for (let at = 0; at < 53; at++) added.push(await guests.addGuest(id, null, { name: `客${at}` }));
  const [first] = added;
  if (first) await app.call(cancelSignUp, { id }, { token: first.token });
  const list = async (cursor?: string, by: "created" | "session" = "created") =>
    (
      await callAsOperator(app, hq, listGuests, {
        filter: { activityId: id },
        sort: { by, isDescending: true },
        ...(cursor !== undefined && { cursor }),
      })
    ).data;
  for (const by of ["created", "session"] as const) {
    const page = await list(undefined, by);
    expect(page).toMatchObject({ count: 53, isCountExact: true });
    const rest = await list(page.next ?? "", by);
    expect(rest.next).toBeNull();
    const all = [...page.rows, ...rest.rows].map(({ signUpId }) => signUpId);
    expect(all.toSorted()).toEqual(added.map(({ signUpId }) => signUpId).toSorted());
  }
  const cancelled = await callAsOperator(app, hq, listGuests, {
    filter: { activityId: id, states: ["cancelled"] },
  });
  expect(cancelled.data.rows).toMatchObject([{ signUpId: first?.signUpId, name: null, mobile: null }]);
  expect((await callAsOperator(app, hq, listGuests, { filter: {}, cursor: "x" })).status).toBe(601);
});
