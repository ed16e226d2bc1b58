import { afterAll, beforeAll, expect, test } from "vitest";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { linkVisitor } from "#contract/tracking/visitor.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { linkBrowser, newBrowser } from "../../testing/link-browser.ts";
import { allEvents, sampleEvent, sampleForm, sendForm, visitorEvents } from "../test-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const send = async (...events: ReturnType<typeof sampleEvent>[]): Promise<void> => {
  expect(await sendForm(app, sampleForm.list(events))).toBe(200);
  await allEvents(app);
};
const visit = (id: string) => sampleEvent({ distinct_id: id, anonymous_id: id });
/** Ids that the events of a person's export name as their subject. */
async function exportedIds(token: string): Promise<string[]> {
  const { sections } = (await app.call(exportPersonalData, {}, { token })).data;
  const rows = sections.find(({ name }) => name === "tracked_event")?.rows ?? [];
  return rows.map((row) => String(row["distinct_id"])).toSorted();
}

/** Events by which somebody without a session claims another browser's id. */
const claims = (openId: string, browser: string) => [
  sampleEvent({
    type: "track_signup",
    event: "$SignUp",
    distinct_id: openId,
    login_id: openId,
    original_id: browser,
    anonymous_id: browser,
  }),
  sampleEvent({ type: "track_signup", event: "$SignUp", distinct_id: openId, original_id: browser }),
  sampleEvent({ type: "track_signup", event: "$SignUp", distinct_id: openId, anonymous_id: browser }),
  sampleEvent({ type: "track_id_bind", event: "$BindID", distinct_id: openId, anonymous_id: browser }),
  sampleEvent({ distinct_id: openId, login_id: openId, anonymous_id: browser }),
];

test("X19 an event never makes another browser's events part of an export or an erasure", async () => {
  const stranger = newBrowser().anonymousId;
  const { token, openId } = await app.login(null);
  await send(visit(stranger));
  await send(...claims(openId, stranger));
  // The claims themselves name the person as their subject.
  expect(await exportedIds(token)).toEqual(Array(5).fill(openId));
  expect((await app.call(erasePersonalData, { sure: true }, { token })).code).toBe("00");
  await send(visit(stranger));
  expect(await visitorEvents(app, stranger)).toHaveLength(2);
});

test("X19 the server links a browser at a login, and its earlier events are exported and erased", async () => {
  const { token, openId } = await app.login(null);
  const browser = newBrowser();
  await send(visit(browser.anonymousId));
  expect(await exportedIds(token)).toEqual([]);
  await linkBrowser(app, token, browser);
  await linkBrowser(app, token, browser);
  await send(sampleEvent({ distinct_id: openId, login_id: openId, anonymous_id: browser.anonymousId }));
  expect(await exportedIds(token)).toEqual([browser.anonymousId, openId].toSorted());
  expect((await app.call(erasePersonalData, { sure: true }, { token })).code).toBe("00");
  await send(visit(browser.anonymousId));
  expect(await visitorEvents(app, browser.anonymousId)).toEqual([]);
});

test("X19 a browser stays with the first person, and another person's events stay theirs", async () => {
  const [first, second] = [await app.login("13900003103"), await app.login("13900003104")];
  const browser = newBrowser();
  await linkBrowser(app, first.token, browser);
  await linkBrowser(app, second.token, browser);
  await send(visit(browser.anonymousId));
  await send(
    sampleEvent({ distinct_id: second.openId, login_id: second.openId, anonymous_id: browser.anonymousId }),
  );
  expect(await exportedIds(first.token)).toEqual([browser.anonymousId]);
  expect(await exportedIds(second.token)).toEqual([second.openId]);
});

test("X19 a link needs a session and the browser's secret", async () => {
  const { proof, anonymousId } = newBrowser();
  const { token } = await app.login("13900003105");
  expect((await app.call(linkVisitor, { proof })).status).toBe(401);
  expect((await app.call(linkVisitor, { proof: anonymousId.slice(1) }, { token })).status).toBe(601);
  // The id, which events contain, is no secret: hashed, it is another browser's.
  await app.call(linkVisitor, { proof: anonymousId }, { token });
  await send(visit(anonymousId));
  expect(await exportedIds(token)).toEqual([]);
});

test("X19 a person of WeChat who binds a mobile keeps the events of both public ids", async () => {
  const { sessions } = app.modules;
  const userId = newId();
  await sessions.addUser(userId, { nickname: "微信好友", avatar: null });
  const old = await sessions.openFor(userId);
  if (old === null) throw new Error("no session");
  const { accessToken: token, userInfo } = old;
  const browser = await linkBrowser(app, token);
  await send(visit(browser), sampleEvent({ distinct_id: userInfo.openId, login_id: userInfo.openId }));
  const mobile = "13900003106";
  const kept = await app.login(mobile);
  await sessions.bindMobile(token, { idpId: mobile, mobile, nickname: "合并" });
  expect(await exportedIds(kept.token)).toEqual([browser, userInfo.openId].toSorted());
});
