import { sql } from "kysely";
import { expect, test } from "vitest";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { openCompose } from "#contract/compose/compose.ts";
import { openComplaints } from "#contract/club/complaints.ts";
import { showNearby } from "#contract/activity/activity.ts";
import { openLeads } from "#contract/lead/desk.ts";
import {
  countStaffLinks,
  LINK_IN_USE,
  listLinkChoices,
  listStaffLinks,
  makeStaffLink,
  MAX_REVOKED_LINKS,
  revokeStaffLinks,
  showStaffLink,
  type StaffLinkFilter,
  type StaffLinkKind,
} from "#contract/console/basics/links.ts";
import { showArrivals } from "#contract/console/arrivals.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { issueStaffLink } from "../index.ts";
import { staffLinkMessages as messages } from "../messages.ts";

const app = await openApp();
const beside = await openApp({ beside: app });
const MINUTE = 60_000;
const [OWN, OTHER] = ["7201", "7202"];
const dealerScope: GrantScope = { ...everyScope, dealers: [OWN] };
const hq = await loginOperator(app, "hq-admin", everyScope, { name: "顾总部" });
const staff = await loginOperator(app, "hq-staff");
const dealer = await loginOperator(app, "dealer", dealerScope, { name: "沈店长" });
await app.modules.organisations.add(sampleDealers(OWN, OTHER));

const now = () => app.context.clock.now();
let made = 0;
/** Adds an activity of headquarters at both dealers. @returns its id */
async function addActivity(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `720000000000000${String(1000 + made++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(now(), {
      activityId,
      title: `试驾日 ${activityId}`,
      sponsorLevel1: "107001",
      dealerIds: [OWN, OTHER],
      ...over,
    }),
  ]);
  return activityId;
}
const make = async (
  operator: TestOperator,
  kind: StaffLinkKind,
  activityId: string | null,
  {
    dealerId = null,
    sessionId = null,
    days = 7,
  }: { dealerId?: string | null; sessionId?: string | null; days?: number } = {},
) => callAsOperator(app, operator, makeStaffLink, { kind, activityId, dealerId, sessionId, days });
const list = async (operator: TestOperator, filter: StaffLinkFilter = {}) =>
  (await callAsOperator(app, operator, listStaffLinks, { filter })).data.rows;
const show = async (linkId: string) => (await callAsOperator(app, hq, showStaffLink, { linkId })).data;
const tokenOf = (url: string): string => url.split("#")[1] ?? "";

test("CO72 links of every kind are made here, and listed with purpose, maker and end, never with their secret", async () => {
  const online = await addActivity({ activityType: "online" });
  const offline = await addActivity();
  const wanted: [StaffLinkKind, string | null][] = [
    ["check-in", offline],
    ["leads", offline],
    ["compose", online],
    ["preview", online],
    ["complaints", null],
  ];
  const secrets: string[] = [];
  for (const [kind, activityId] of wanted) {
    const { data, code } = await make(hq, kind, activityId);
    expect([kind, code]).toEqual([kind, "00"]);
    secrets.push(tokenOf(data.url) || (new URL(data.url).searchParams.get("previewToken") ?? ""));
  }
  const rows = await list(hq, { isOwn: true });
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(wanted.map(([kind]) => kind)));
  for (const row of rows)
    expect(row).toMatchObject({ state: "valid", madeBy: "顾总部", door: "console", lastUsedTime: null });
  const whole = JSON.stringify(rows);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    expect(whole).not.toContain(secret);
  }
  const [open, leads, compose, , complaints] = secrets as [string, string, string, string, string];
  expect((await beside.call(openCheckIn, { link: open })).code).toBe("00");
  expect((await beside.call(openLeads, { link: leads })).code).toBe("00");
  expect((await beside.call(openCompose, { link: compose })).code).toBe("00");
  expect((await beside.call(openComplaints, { link: complaints })).code).toBe("00");
});

test("CO72 links of a command stand in the same list, and their makers and doors are kept", async () => {
  const activityId = await addActivity();
  const options = { db: app.context.db, clock: app.context.clock, by: commandLineActor };
  await issueStaffLink(options, { kind: "leads", activityId, dealerId: OWN, sessionId: null, days: 3 });
  const [row] = await list(hq, { activityId });
  expect(row).toMatchObject({ kind: "leads", madeBy: null, door: "command", dealerName: `门店 ${OWN}` });
  expect(await list(hq, { keyword: activityId })).toHaveLength(1);
  expect(await list(hq, { keyword: `门店 ${OWN}`, activityId })).toHaveLength(1);
  expect(await list(hq, { kinds: ["check-in"], activityId })).toEqual([]);
});

test("CO72 the last use is written once a minute, also of a preview, and shows which links are in use", async () => {
  const activityId = await addActivity({ activityType: "online", processKey: "pLink", nodeKey: "nLink" });
  const { data } = await make(hq, "compose", activityId);
  const preview = (await make(hq, "preview", activityId)).data;
  const start = now();
  const usedAt = async (linkId: string) => (await show(linkId)).link.lastUsedTime;
  const use = () => app.call(openCompose, { link: tokenOf(data.url) });
  try {
    app.context.clock.set(start);
    await use();
    const first = await usedAt(data.linkId);
    expect(Date.parse(first ?? "") - start).toBeLessThan(10_000);
    app.context.clock.set(start + MINUTE - 15_000);
    await use();
    expect(await usedAt(data.linkId)).toBe(first);
    app.context.clock.set(start + MINUTE + 15_000);
    await use();
    expect(Date.parse((await usedAt(data.linkId)) ?? "") - start).toBeGreaterThanOrEqual(MINUTE);
    const query = Object.fromEntries(new URL(preview.url).searchParams);
    const { processKey = "", nodeKey = "", previewToken = "" } = query;
    const seen = await app.call(showNearby, { id: "00", preview: "1", processKey, nodeKey, previewToken });
    expect(seen.code).toBe("00");
    expect(await usedAt(preview.linkId)).not.toBeNull();
    expect((await list(hq, { use: "inUse", activityId })).length).toBe(2);
    app.context.clock.set(start + MINUTE + LINK_IN_USE + 60_000);
    expect(await list(hq, { use: "inUse", activityId })).toEqual([]);
  } finally {
    app.context.clock.set(null);
  }
});

test("CO59 CO72 live arrivals count the valid links of the desk, and those in use", async () => {
  const activityId = await addActivity();
  const [used] = await Promise.all([make(hq, "check-in", activityId), make(hq, "check-in", activityId)]);
  await beside.call(openCheckIn, { link: tokenOf(used.data.url) });
  const { data } = await callAsOperator(app, hq, showArrivals, { activityId });
  expect(data).toMatchObject({ links: 2, desksInUse: 1 });
});

test("CO72 a revoked link ends at once, in every process and for open pages; it is revoked once", async () => {
  const activityId = await addActivity();
  const links = await Promise.all([1, 2, 3].map(async () => (await make(hq, "check-in", activityId)).data));
  const ids = links.map(({ linkId }) => linkId);
  const opened = () =>
    Promise.all(
      links.map(async ({ url }) => (await beside.call(openCheckIn, { link: tokenOf(url) })).status),
    );
  expect(await opened()).toEqual([200, 200, 200]);
  const revoke = (selection: { ids: string[] }) => callAsOperator(app, hq, revokeStaffLinks, { selection });
  const answers = await Promise.all([revoke({ ids }), revoke({ ids })]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await opened()).toEqual([404, 404, 404]);
  const rows = await list(hq, { activityId, states: ["revoked"] });
  expect(rows.map(({ linkId }) => linkId).toSorted()).toEqual(ids.toSorted());
  const { rows: lines } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = 'staff-link.revoke' and about_id = any(${ids}::text[])`.execute(app.context.db);
  expect(lines[0]?.count).toBe(3);
});

test("CO35 CO72 all that a filter finds are revoked if it still finds as many", async () => {
  const activityId = await addActivity();
  await make(hq, "check-in", activityId);
  await make(hq, "leads", activityId);
  const all = (count: number) =>
    callAsOperator(app, hq, revokeStaffLinks, {
      selection: { filter: { activityId }, count, asOf: new Date(now()).toISOString() },
    });
  expect((await all(1)).message).toMatch(/名单已变化/);
  expect((await list(hq, { activityId, states: ["valid"] })).length).toBe(2);
  expect((await all(2)).data).toEqual({ revoked: 2, left: 0 });
  expect(MAX_REVOKED_LINKS).toBeGreaterThanOrEqual(500);
});

test("CO09 CO72 a dealer makes, sees and revokes links to its own desks alone", async () => {
  const activityId = await addActivity();
  const whole = (await make(hq, "check-in", activityId)).data.linkId;
  const others = (await make(hq, "check-in", activityId, { dealerId: OTHER })).data.linkId;
  const own = (await make(dealer, "check-in", activityId, { dealerId: OWN })).data.linkId;
  expect((await list(dealer, { activityId })).map(({ linkId }) => linkId)).toEqual([own]);
  for (const linkId of [whole, others])
    expect((await callAsOperator(app, dealer, showStaffLink, { linkId })).status).toBe(404);
  const selection = { ids: [whole, others] };
  expect((await callAsOperator(app, dealer, revokeStaffLinks, { selection })).status).toBe(404);
  expect((await list(hq, { activityId, states: ["valid"] })).length).toBe(3);
  const refused = await make(dealer, "check-in", activityId);
  expect(refused.message + JSON.stringify(refused)).toContain(messages.needsDealer);
  expect((await make(dealer, "leads", activityId, { dealerId: OTHER })).status).toBe(404);
  const choices = await callAsOperator(app, dealer, listLinkChoices, { activityId });
  expect(choices.data).toMatchObject({ isWhole: false, dealers: [{ dealerId: OWN }] });
  const counts = async (operator: TestOperator) =>
    (await callAsOperator(app, operator, countStaffLinks, {})).data.valid;
  expect(await counts(hq)).toBeGreaterThan(await counts(dealer));
});

test("CO72 nobody makes a link that opens more than they may do themselves", async () => {
  const online = await addActivity({ activityType: "online" });
  expect((await make(dealer, "compose", online)).status).toBe(406);
  expect((await make(staff, "complaints", null)).status).toBe(406);
  const region = await loginOperator(app, "region", {
    ...everyScope,
    sponsorLevel1: ["107002"],
    sponsorLevel2: ["VWSA400000"],
  });
  expect((await make(region, "compose", online)).status).toBe(404);
  expect((await list(region)).filter(({ kind }) => kind === "complaints")).toEqual([]);
});

test("CO72 what the command refuses is refused here, with its field", async () => {
  const offline = await addActivity();
  const fieldsOf = async (answer: ReturnType<typeof make>) => {
    const { status, ...rest } = await answer;
    return [status, JSON.stringify(rest)] as const;
  };
  for (const [answer, message] of [
    [make(hq, "compose", offline), messages.notOnline],
    [make(hq, "check-in", offline, { sessionId: "404" }), messages.noSession],
    [make(hq, "check-in", offline, { dealerId: "404" }), messages.noDealer],
    [make(hq, "leads", offline, { dealerId: "404" }), messages.unknownDealer],
    [make(hq, "leads", null), messages.needsActivity],
  ] as const) {
    const [status, said] = await fieldsOf(answer);
    expect(status).toBe(601);
    expect(said).toContain(message);
  }
});
