import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  markLead,
  noteLead,
  openLeads,
  planLeadCall,
  unmarkLead,
  type DeskLead,
} from "#contract/lead/desk.ts";
import { withdrawLead } from "#contract/lead/lead.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { insertNote, MAX_NOTES } from "./notes-store.ts";
import { testLeadDesk } from "./test-lead-desk.ts";

const HOUR = 3_600_000;
let app: TestApp;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
beforeAll(async () => {
  app = await testApp();
  desk = await testLeadDesk(app);
});
afterAll(() => app.close());

type Lead = Awaited<ReturnType<typeof desk.addLead>>;

const by = "小李";
const inHours = (hours: number): string =>
  toShanghaiIso(new Date(Math.floor((app.context.clock.now() + hours * HOUR) / 60_000) * 60_000));
const key = (): string => crypto.randomUUID();
async function openDesk(...names: string[]) {
  const id = await desk.addActivity();
  const leads: Lead[] = [];
  for (const name of names) leads.push(await desk.addLead(id, { name }));
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const list = async (more: object = {}) => (await app.call(openLeads, { link, ...more })).data;
  return { id, link, leads, list };
}
const plan = async (link: string, lead: DeskLead, nextCallTime: string | null) =>
  (await app.call(planLeadCall, { link, leadId: lead.leadId, nextCallTime, seen: lead.nextCallTime })).data;

test("W10 overdue calls come first and are counted; a later result settles a call, undoing it brings it back", async () => {
  const { link, list } = await openDesk("甲", "乙", "丙");
  const [third, second, first] = (await list()).leads as [DeskLead, DeskLead, DeskLead];
  expect((await plan(link, first, inHours(2))).lead.nextCallTime).toBe(inHours(2));
  await plan(link, second, inHours(1));
  await plan(link, third, inHours(30));
  expect(await list()).toMatchObject({ calls: 3, overdue: 0, waiting: 3, total: 3 });
  const now = app.context.clock.now();
  app.context.clock.set(now + 3 * HOUR);
  const names = async (more: object) => (await list(more)).leads.map(({ name }) => name);
  expect(await names({})).toEqual(["乙", "甲", "丙"]);
  expect(await names({ view: "calls" })).toEqual(["乙", "甲", "丙"]);
  expect(await list()).toMatchObject({ calls: 3, overdue: 2 });
  const overdue = (await list()).leads[0] as DeskLead;
  const result = { link, by, leadId: overdue.leadId, result: "reached" as const };
  const { lead } = (await app.call(markLead, { ...result, nextCallTime: overdue.nextCallTime })).data;
  expect([lead.nextCallTime, lead.result]).toEqual([null, "reached"]);
  expect(await list()).toMatchObject({ calls: 2, overdue: 1, waiting: 2 });
  await app.call(unmarkLead, { link, leadId: lead.leadId, contactedTime: lead.contactedTime ?? "" });
  expect(await names({ waitingOnly: true })).toEqual(["乙", "甲", "丙"]);
  app.context.clock.set(null);
});

test("W10 of two colleagues who plan at once one is told; a result never settles a call that was not seen", async () => {
  const { link, list } = await openDesk("甲");
  const seen = (await list()).leads[0] as DeskLead;
  const both = await Promise.all([plan(link, seen, inHours(4)), plan(link, seen, inHours(5))]);
  expect(both.filter(({ isDone }) => isDone)).toHaveLength(1);
  const stored = (await list()).leads[0]?.nextCallTime;
  for (const { lead } of both) expect([inHours(4), inHours(5)]).toContain(lead.nextCallTime);
  const marked = (
    await app.call(markLead, { link, by, leadId: seen.leadId, result: "declined", nextCallTime: null })
  ).data;
  expect(marked).toMatchObject({ isDone: false, lead: { nextCallTime: stored, result: null } });
});

test("W10 a test drive has its time, and only times ahead are agreed", async () => {
  const { link, list } = await openDesk("甲", "乙");
  const lead = (await list()).leads[0] as DeskLead;
  const drive = { link, by, leadId: lead.leadId, result: "reached" as const };
  for (const testDriveTime of [inHours(-3), inHours(24 * 400)])
    expect((await app.call(markLead, { ...drive, testDriveTime })).status).toBe(601);
  for (const nextCallTime of [inHours(-2), inHours(24 * 500)])
    expect(
      (await app.call(planLeadCall, { link, leadId: lead.leadId, nextCallTime, seen: null })).status,
    ).toBe(601);
  await app.call(markLead, { ...drive, testDriveTime: inHours(50) });
  expect(await list({ view: "testDrives" })).toMatchObject({
    testDrives: 1,
    leads: [{ name: "乙", result: "reached", testDriveTime: inHours(50) }],
  });
});

test("W10 notes of colleagues at the same moment are all kept with their authors; a repeated one is stored once", async () => {
  const { id, link, leads, list } = await openDesk("甲");
  const [{ leadId, token }] = leads as [Lead];
  const repeated = key();
  const notes = [
    { by: "小李", text: "想看第三排", key: key() },
    { by: "小王", text: "周末<b>来店</b>", key: key() },
    { by: "小赵", text: "已报价", key: repeated },
    { by: "小赵", text: "已报价", key: repeated },
  ];
  await Promise.all(notes.map((note) => app.call(noteLead, { link, leadId, ...note })));
  const shown = (await list()).leads[0]?.notes ?? [];
  expect(shown.map((note) => `${note.by}：${note.text}`).toSorted()).toEqual(
    ["小李：想看第三排", "小王：周末<b>来店</b>", "小赵：已报价"].toSorted(),
  );
  const stored = () =>
    sql<{
      note_text: string;
      written_by: string;
    }>`select note_text, written_by from lead_note where lead_id = ${leadId}`;
  const plain = await sql<{ text: string }>`
    select n::text as text from lead_note n where lead_id = ${leadId}`.execute(app.context.db);
  expect(plain.rows.map(({ text }) => text).join("\n")).not.toMatch(/第三排|小王/);
  await app.call(withdrawLead, { id }, { token });
  expect((await stored().execute(app.context.db)).rows).toEqual([]);
});

test(`W10 a number has at most ${MAX_NOTES} notes, also when they arrive at once`, async () => {
  const { link, leads, list } = await openDesk("甲");
  const [{ leadId }] = leads as [Lead];
  const { rows } = await sql<{ link_id: string }>`
    select link_id from lead_link k join lead l using (activity_id) where l.lead_id = ${leadId}`.execute(
    app.context.db,
  );
  const note = {
    operatorId: null,
    linkId: rows[0]?.link_id ?? "",
    text: "已致电",
    by,
    now: new Date(app.context.clock.now()),
  };
  for (let at = 0; at < MAX_NOTES - 2; at++)
    await insertNote(app.context.db, [leadId], { ...note, key: `k${at}` });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => app.call(noteLead, { link, leadId, by, text: "再约", key: key() })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect((await list()).leads[0]?.notes).toHaveLength(MAX_NOTES);
});
