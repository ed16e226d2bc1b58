import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import {
  askErasure,
  closeRightsRequest,
  confirmErasure,
  fetchRightsCopy,
  identifyRightsRequester,
  listRightsRequests,
  makeRightsCopy,
  showPersonalDataInventory,
  showRightsRequest,
  takeInRightsRequest,
  type RightsRequestKind,
} from "#contract/console/watch/rights-requests.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { openApp } from "../../testing/app.ts";
import { addConsoleThings, testScopes } from "../../testing/console/things.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { deleteCopiesBefore } from "./request-store.ts";

const app = await openApp();
const { db, clock } = app.context;
const service = await loginOperator(app, "service", undefined, { name: "李客服" });
const admin = await loginOperator(app, "hq-admin", undefined, { name: "王总部" });
const today = toShanghaiDate(new Date(clock.now()));
const WORDS = "想看看你们存了我什么";

const show = async (requestId: string, by: TestOperator = service) =>
  (await callAsOperator(app, by, showRightsRequest, { requestId })).data.request;
async function takeIn(kind: RightsRequestKind, over: Partial<OperatorArgs<typeof takeInRightsRequest>> = {}) {
  const args = { kind, channel: "phone", receivedDay: today, words: WORDS, ...over } as const;
  return (await callAsOperator(app, service, takeInRightsRequest, args)).data.requestId;
}
const identify = (requestId: string, mobile: string, basedOn = 1, by = service) =>
  callAsOperator(app, by, identifyRightsRequester, { requestId, basedOn, by: { mobile } });
/** A request of a person with an account, whose identity is verified. */
async function identified(kind: RightsRequestKind, mobile: string) {
  const { userId } = await app.login(mobile);
  const requestId = await takeIn(kind);
  expect((await identify(requestId, mobile)).code).toBe("00");
  return { requestId, userId, basedOn: 2 };
}
const rowText = async (requestId: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select r::text as text from rights_request r where request_id = ${requestId}`.execute(db);
  return rows[0]?.text ?? "";
};
const actionsAbout = async (requestId: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where about_id = ${requestId} order by audit_id`.execute(db);
  return rows.map(({ action }) => action);
};

test("CO105 a copy is made for the identified person, fetched once, and its proof names nobody", async () => {
  const mobile = "13511110001";
  const { requestId, basedOn, userId } = await identified("export", mobile);
  expect(await show(requestId)).toMatchObject({
    state: "identified",
    mobile: "135****0001",
    identifiedHow: "mobile",
    words: WORDS,
    takenBy: "李客服",
  });
  const made = await callAsOperator(app, service, makeRightsCopy, { requestId, basedOn });
  expect(made.data.request).toMatchObject({ state: "copyReady", revision: 3 });
  expect(made.data.request.copyUntil).not.toBeNull();
  const stored = await rowText(requestId);
  for (const text of [mobile, WORDS, "app_user"]) expect(stored).not.toContain(text);

  const fetched = await Promise.all(
    [service, admin].map((by) => callAsOperator(app, by, fetchRightsCopy, { requestId, basedOn: 3 })),
  );
  expect(fetched.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  const text = fetched.find(({ code }) => code === "00")?.data.text ?? "";
  const { sections } = JSON.parse(text) as { sections: { name: string; rows: { user_id?: string }[] }[] };
  expect(sections[0]).toMatchObject({ name: "app_user", rows: [{ user_id: userId, mobile }] });
  expect(sections.find(({ name }) => name === "rights_request")).toMatchObject({
    rows: [{ kind: "export", request_words: WORDS }],
  });

  const ending = { requestId, basedOn: 4, outcome: "done", told: "mail" } as const;
  expect((await callAsOperator(app, service, closeRightsRequest, ending)).data.request).toMatchObject({
    state: "closed",
    outcome: "done",
    told: "mail",
    mobile: null,
    words: null,
  });
  const proof = await rowText(requestId);
  expect(proof).not.toContain(userId);
  expect((await show(requestId)).steps.map(({ kind }) => kind)).toEqual([
    "taken",
    "identified",
    "exported",
    "fetched",
    "closed",
  ]);
  expect(await actionsAbout(requestId)).toEqual([
    "rights-request.take-in",
    "rights-request.identify",
    "rights-request.export",
    "rights-request.fetch",
    "rights-request.close",
  ]);
});

test("CO105 a copy that nobody fetched is deleted, and can be made again", async () => {
  const { requestId, basedOn } = await identified("export", "13511110002");
  await callAsOperator(app, service, makeRightsCopy, { requestId, basedOn });
  await deleteCopiesBefore(db, new Date(clock.now() - 3_600_000));
  expect((await show(requestId)).state).toBe("copyReady");
  await deleteCopiesBefore(db, new Date(clock.now() + 1));
  expect((await show(requestId)).state).toBe("identified");
  const again = await callAsOperator(app, service, fetchRightsCopy, { requestId, basedOn: 4 });
  expect(again.code).toBe("STATE_CHANGED");
  expect((await callAsOperator(app, service, makeRightsCopy, { requestId, basedOn: 4 })).code).toBe("00");
});

test("CO105 an erasure needs a second person; of two at once one erases", async () => {
  const { requestId, basedOn, userId } = await identified("erase", "13511110003");
  expect((await callAsOperator(app, service, confirmErasure, { requestId, basedOn })).code).toBe(
    "STATE_CHANGED",
  );
  expect((await callAsOperator(app, service, askErasure, { requestId, basedOn })).data.request).toMatchObject(
    {
      state: "erasureAsked",
      isOwnErasure: true,
    },
  );
  const args = { requestId, basedOn: 3 };
  expect((await callAsOperator(app, service, confirmErasure, args)).code).toBe("SECOND_PERSON");
  expect((await show(requestId, admin)).isOwnErasure).toBe(false);
  const third = await loginOperator(app, "hq-admin", undefined, { name: "赵复核" });
  const answers = await Promise.all(
    [admin, third].map((by) => callAsOperator(app, by, confirmErasure, args)),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  const { rows: gone } = await sql`select from app_user where user_id = ${userId}`.execute(db);
  expect(gone).toEqual([]);
  const { rows: lines } = await sql<{ actor_id: string }>`
    select actor_id from audit_entry where action = 'personal-data.erase' and about_id = ${userId}`.execute(
    db,
  );
  expect(lines.length).toBe(1);
  const after = await show(requestId);
  expect(after).toMatchObject({ state: "handled", mobile: null, words: null });
  const eraser = answers[0]?.code === "00" ? "王总部" : "赵复核";
  expect(after.steps.at(-1)).toMatchObject({ kind: "erased", by: eraser });
  expect(await rowText(requestId)).not.toContain(userId);
  const ending = { requestId, basedOn: after.revision, outcome: "done", told: "phone" } as const;
  expect((await callAsOperator(app, service, closeRightsRequest, ending)).code).toBe("00");
});

test("CO105 an erasure that open orders hinder is given back to the second person", async () => {
  const { requestId, basedOn, userId } = await identified("erase", "13511110004");
  await callAsOperator(app, service, askErasure, { requestId, basedOn });
  await sql`update rights_request set erasing_by = ${"9"}, erasing_until = ${new Date(clock.now() + 30_000)}
    where request_id = ${requestId}`.execute(db);
  const args = { requestId, basedOn: 3 };
  expect((await callAsOperator(app, admin, confirmErasure, args)).code).toBe("STATE_CHANGED");
  // The other one's process ended: its time is over.
  clock.set(clock.now() + 61_000);
  expect((await callAsOperator(app, admin, confirmErasure, args)).code).toBe("00");
  clock.set(null);
  const { rows } = await sql`select from app_user where user_id = ${userId}`.execute(db);
  expect(rows).toEqual([]);
});

test("CO105 a request is due fifteen working days after it was received, and is overdue after that", async () => {
  const start = Date.parse("2026-09-18T10:00:00+08:00");
  clock.set(start);
  // Saturday the 26th is a working day, the holidays of October are not: 21–24, 27–30 of September, 8–10, 12–15 of October.
  const requestId = await takeIn("export", { receivedDay: "2026-09-18" });
  const { dueTime, daysLeft, isOverdue } = await show(requestId);
  expect([dueTime, daysLeft, isOverdue]).toEqual(["2026-10-16T00:00:00+08:00", 15, false]);
  const list = async (isLate: boolean) =>
    (await callAsOperator(app, service, listRightsRequests, { filter: { isOverdue: isLate } })).data.rows.map(
      (row) => row.requestId,
    );
  expect(await list(true)).not.toContain(requestId);
  clock.set(Date.parse("2026-10-16T00:00:01+08:00"));
  expect(await list(true)).toContain(requestId);
  expect(await show(requestId)).toMatchObject({ isOverdue: true, daysLeft: 0 });
  clock.set(null);
  const future = toShanghaiDate(new Date(clock.now() + 2 * 86_400_000));
  for (const receivedDay of [future, "2020-01-01", "2026-02-31"]) {
    const refused = await callAsOperator(app, service, takeInRightsRequest, {
      kind: "export",
      channel: "phone",
      receivedDay,
    });
    expect([receivedDay, refused.code === "00"]).toEqual([receivedDay, false]);
  }
});

test("CO105 what another operator changed meanwhile is refused, and a request ends only as it was handled", async () => {
  const { requestId } = await identified("export", "13511110005");
  expect((await identify(requestId, "13511110005", 1)).code).toBe("STATE_CHANGED");
  const close = (outcome: "done" | "unidentified" | "refused", basedOn: number) =>
    callAsOperator(app, service, closeRightsRequest, { requestId, basedOn, outcome, told: "visit" });
  expect((await close("done", 2)).code).toBe("STATE_CHANGED");
  expect((await close("unidentified", 2)).code).toBe("STATE_CHANGED");
  expect((await close("refused", 2)).code).toBe("00");
  expect((await close("refused", 3)).code).toBe("STATE_CHANGED");
  const other = await takeIn("erase");
  const nobody = await identify(other, "13599999999");
  expect(nobody.code).not.toBe("00");
  expect((await show(other)).state).toBe("taken");
});

test("CO10 an operator of one region sees requests of their own, and people of their region only", async () => {
  const things = await addConsoleThings(app);
  const regional = await loginOperator(app, "service", testScopes.ownRegion);
  const { rows: people } = await sql<{ place: string; user_id: string }>`
    select g.signup_id as place, g.user_id from signup g
    where g.signup_id in (${things.ownRegion.signUpId}, ${things.otherRegion.signUpId})`.execute(db);
  const userOf = (signUpId: string) => people.find(({ place }) => place === signUpId)?.user_id ?? "";
  const requestOf = async (userId: string): Promise<string> => {
    const requestId = await takeIn("export");
    await sql`update rights_request set user_id = ${userId} where request_id = ${requestId}`.execute(db);
    return requestId;
  };
  const own = await requestOf(userOf(things.ownRegion.signUpId));
  const other = await requestOf(userOf(things.otherRegion.signUpId));
  const unknown = await takeIn("export");
  const { rows } = (await callAsOperator(app, regional, listRightsRequests, { filter: {} })).data;
  const listed = rows.map((row) => row.requestId);
  expect([own, other, unknown].map((requestId) => listed.includes(requestId))).toEqual([true, false, false]);
  for (const [requestId, status] of [
    [own, 200],
    [other, 404],
    [unknown, 404],
  ] as const)
    expect((await callAsOperator(app, regional, showRightsRequest, { requestId })).status).toBe(status);
  const based = { requestId: other, basedOn: 1 };
  for (const call of [makeRightsCopy, fetchRightsCopy, askErasure, confirmErasure])
    expect([call.name, (await callAsOperator(app, regional, call, based)).status]).toEqual([call.name, 404]);
  expect((await identify(other, "13511110005", 1, regional)).status).toBe(404);
  const ending = { ...based, outcome: "refused", told: "phone" } as const;
  expect((await callAsOperator(app, regional, closeRightsRequest, ending)).status).toBe(404);
});

test("the inventory lists every table with personal data in words", async () => {
  const { tables } = (await callAsOperator(app, service, showPersonalDataInventory, {})).data;
  expect(tables).toContainEqual({
    name: "rights_request",
    title: "个人信息请求",
    erased: "unlinked",
    isExported: true,
  });
  expect(tables.filter(({ title }) => !/\p{Script=Han}/u.test(title))).toEqual([]);
});
