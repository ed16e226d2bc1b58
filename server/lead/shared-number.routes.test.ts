import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawLead, listOwnLeads, showLead } from "#contract/lead/lead.ts";
import { markLead, openLeads, revealLead, unmarkLead, type DeskLead } from "#contract/lead/desk.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { testLeadDesk } from "./desk/test-lead-desk.ts";

let app: TestApp;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
beforeAll(async () => {
  app = await testApp();
  desk = await testLeadDesk(app);
});
afterAll(() => app.close());
const by = "小周";
const later = () => app.context.clock.set(app.context.clock.now() + 5_000);

/** Two people who leave the first one's number. */
async function twoPeople(id: string, over: { dealerId?: string } = {}) {
  const first = await desk.addLead(id, { name: "沈一", ...over, channel: { utm_source: "a" } });
  later();
  const second = await desk.addLead(id, { name: "顾二", ...over, mobile: first.mobile });
  return { first, second };
}
const entries = async (link: string): Promise<DeskLead[]> => (await app.call(openLeads, { link })).data.leads;

test("M18 M19 a second person with the same number gets a lead of their own and learns nothing of the first", async () => {
  const id = await desk.addActivity();
  const { first, second } = await twoPeople(id);
  expect(second.leadId).not.toBe(first.leadId);
  const shown = async (token: string) => (await app.call(showLead, { id }, { token })).data;
  const [of1, of2] = [await shown(first.token), await shown(second.token)];
  expect([of1?.leadId, of1?.name]).toEqual([first.leadId, "沈一"]);
  expect([of2?.leadId, of2?.name]).toEqual([second.leadId, "顾二"]);
  expect(of2?.createdTime).not.toBe(of1?.createdTime);
  const texts = JSON.stringify((await app.call(listOwnLeads, {}, { token: second.token })).data);
  expect([texts.includes(first.leadId), texts.includes(of1?.createdTime ?? "")]).toEqual([false, false]);
  // Neither by id nor for the whole activity does the second person reach the first one's lead.
  const { token } = second;
  const withdrawn = [
    await app.call(withdrawLead, { id, leadId: first.leadId }, { token }),
    await app.call(withdrawLead, { id }, { token }),
  ];
  expect(withdrawn.map(({ data }) => data.withdrawn)).toEqual([false, true]);
  expect((await shown(first.token))?.name).toBe("沈一");
  // The first person's own next lead updates theirs.
  expect(await first.leave({ name: "沈一改" })).toBe(first.leadId);
});

test("M18 a change to a number that somebody else has left keeps both leads", async () => {
  const id = await desk.addActivity();
  const first = await desk.addLead(id, { name: "沈一" });
  const other = await desk.addLead(id, { name: "顾二" });
  const changed = await other.leave({ mobile: first.mobile, changedLeadId: other.leadId });
  expect(changed).toBe(other.leadId);
  expect((await app.call(showLead, { id }, { token: first.token })).data?.leadId).toBe(first.leadId);
});

test("W10 M19 the desk shows one entry for a number, reveals and marks it once, and finds it by either name", async () => {
  const id = await desk.addActivity();
  const { first, second } = await twoPeople(id, { dealerId: "551" });
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const page = (await app.call(openLeads, { link })).data;
  expect([page.total, page.waiting]).toEqual([1, 1]);
  const [entry] = page.leads;
  expect(entry).toMatchObject({ leadId: second.leadId, name: "顾二" });
  expect(entry?.others).toMatchObject([{ leadId: first.leadId, name: "沈一", source: "a" }]);
  expect(await desk.namesOf(link, { keyword: "沈一" })).toEqual(["顾二"]);
  const revealed = (await app.call(revealLead, { link, by, leadId: first.leadId })).data;
  expect([revealed.mobile, revealed.lead.leadId]).toEqual([first.mobile, second.leadId]);
  expect((await entries(link))[0]?.revealedBy).toBe(by);
  const { updatedTime, contactedTime } = entry as DeskLead;
  const mark = (leadId: string) =>
    app.call(markLead, { link, by, leadId, result: "reached", updatedTime, contactedTime });
  // A page that shows the older lead alone has not seen the newer one.
  expect((await mark(first.leadId)).data).toMatchObject({ isDone: false, lead: { leadId: second.leadId } });
  const marked = (await mark(second.leadId)).data;
  expect(marked).toMatchObject({ isDone: true, lead: { result: "reached", contactedBy: by } });
  expect(await desk.namesOf(link, { waitingOnly: true })).toEqual([]);
  // The result is of the number, so it holds when the newer lead is withdrawn.
  await app.call(withdrawLead, { id }, { token: second.token });
  const [left] = await entries(link);
  expect(left).toMatchObject({ leadId: first.leadId, result: "reached", contactedBy: by, others: [] });
  const undone = await app.call(unmarkLead, {
    link,
    leadId: first.leadId,
    contactedTime: left?.contactedTime ?? "",
  });
  expect(undone.data).toMatchObject({ isDone: true, lead: { result: null } });
});

test("T08 a dealer's link merges only the leads of that dealer", async () => {
  const id = await desk.addActivity();
  const first = await desk.addLead(id, { name: "沈一", dealerId: "551" });
  later();
  const second = await desk.addLead(id, { name: "顾二", dealerId: "552", mobile: first.mobile });
  const link = await app.modules.leads.desk.addLink({ activityId: id, dealerId: "551" });
  expect(await entries(link)).toMatchObject([{ leadId: first.leadId, others: [] }]);
  expect((await app.call(revealLead, { link, by, leadId: second.leadId })).status).toBe(404);
});

test("M19 leads of two accounts of one person with the same number become one when the accounts are merged", async () => {
  const id = await desk.addActivity();
  const { first, second } = await twoPeople(id);
  await app.context.db
    .transaction()
    .execute((transaction) => app.modules.leads.mergeUsers(transaction, first.userId, second.userId));
  const { data } = await app.call(listOwnLeads, {}, { token: second.token });
  expect(data.map(({ leadId, name }) => [leadId, name])).toEqual([[second.leadId, "顾二"]]);
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  expect(await entries(link)).toMatchObject([{ leadId: second.leadId, others: [] }]);
  expect(await second.leave({ name: "顾二改" })).toBe(second.leadId);
});
