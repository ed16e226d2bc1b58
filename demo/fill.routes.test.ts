import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBanners, listNearby, listSeries, showNearby } from "#contract/activity/activity.ts";
import { listGroups, showCarClub } from "#contract/club/club.ts";
import { listContestEntries, voteForEntry } from "#contract/contest/contest.ts";
import { showFlowStatus } from "#contract/flow/flow.ts";
import { listDealers } from "#contract/organisation/organisation.ts";
import { testApp, type TestApp } from "../server/testing/app.ts";
import type { NewActivity } from "../server/activity/index.ts";
import { featuredIds, fillDemo, type DemoPorts, type DemoAccount } from "./index.ts";
import { fillInMemory, mockUpDay } from "./test-fill.ts";

let app: TestApp;
let modules: DemoPorts;
const given: NewActivity[] = [];
let people: readonly DemoAccount[] = [];
const allSteps = ["addPeople", "addActivities", "addBenefits", "addProcesses", "addClub"] as const;
/** The quick suite interrupts before and after the one step that is not repeated. */
const steps = allSteps.slice(0, process.env["TEST_SUITE"] === "quick" ? 2 : allSteps.length);
/** Steps after which the import was interrupted. */
const interruptions: string[] = [];

beforeAll(async () => {
  app = await testApp();
  app.context.clock.set(mockUpDay);
  const { activities, flow, pictures, organisations } = app.modules;
  modules = {
    isEmpty: () => activities.isEmpty(),
    putPicture: (name, bytes) => pictures.put(bytes, name),
    addOrganisations: (rows) => organisations.add(rows),
    addSeries: (rows) => activities.addSeries(rows),
    addActivities: (rows) => (given.push(...rows), activities.addActivities(rows)),
    addBenefits: (rows) => app.modules.benefits.add(rows),
    addKocPrograms: (rows) => app.modules.kocs.add(rows),
    addKocApplications: (rows) => app.modules.kocs.addApplications(rows),
    addOwnerApplications: (rows) => app.modules.owners.seed(rows),
    addHandouts: (handouts, operatorId) => app.modules.handOut(handouts, operatorId),
    addMall: (mall) => app.modules.mall.seed(mall),
    addBanners: (rows) => activities.addBanners(rows),
    addPeople: (rows) => ((people = rows), Promise.resolve()),
    addProcesses: async (rows) => {
      for (const row of rows) await flow.publish(row);
    },
    addFields: async (rows) => {
      for (const row of rows) await flow.setField(row);
    },
    addClub: (club) => app.modules.club.add(club),
    addOperators: (rows) => app.console.operators.seedAll(rows),
    addOrders: (orders, bills) => app.modules.payments.seedShop(app.modules.orders.seed, orders, bills),
    addGuests: (rows) => app.modules.sessions.seed(rows),
    addSignUps: (signUps, waiting) => app.modules.signUps.seed(signUps, waiting),
    addLeads: (activityId, rows) => app.modules.leads.seed(activityId, rows),
    addContests: (rows) => app.modules.contests.add(rows),
    addEntries: (rows, period) => app.modules.contests.addEntries(rows, period),
  };
  // An interrupted import is continued by the next process; the tests below run after such interruptions.
  for (const step of steps) {
    const interrupted = async (rows: never): Promise<void> => {
      await modules[step](rows);
      throw new Error(step);
    };
    await fillDemo({ ...modules, [step]: interrupted }, mockUpDay).catch((error: Error) =>
      interruptions.push(error.message),
    );
  }
  await fillDemo(modules, mockUpDay);
});
afterAll(() => app.close());

const ok = <T>({ code, data }: { code: string; data: T }): T => {
  expect(code).toBe("00");
  return data;
};

describe("the demo brand in a database", () => {
  it("Z03 is complete and without duplicates after interruptions at any step", async () => {
    expect(interruptions).toEqual(steps);
    expect(given.length).toBeGreaterThan(400);
    expect(new Set(given.map(({ activityId }) => activityId)).size).toBe(given.length);
    expect(people.map(({ owner }) => owner)).toContain(true);
    const { rows } = await sql<{ benefits: number; kocs: number; processes: number }>`select
      (select count(*)::int from benefit) as benefits, (select count(*)::int from koc_program) as kocs,
      (select count(*)::int from flow_process) as processes`.execute(app.context.db);
    const { benefits, processes } = await fillInMemory(mockUpDay);
    expect(rows).toEqual([
      { benefits: benefits.length, kocs: expect.any(Number), processes: processes.length },
    ]);
    expect(rows[0]?.kocs).toBeGreaterThan(0);
  });

  it("U18 lists nearby activities, the mock-up's drive first", async () => {
    const at = {
      longitude: 121.48,
      latitude: 31.22,
      cityCode: "310100",
      activityType: "localoffline" as const,
    };
    const page = ok(await app.call(listNearby, { ...at, status: 2, counted: "1" }));
    expect(page.total).toBeGreaterThanOrEqual(12);
    const [nearest] = page.list;
    expect(nearest).toMatchObject({
      activityId: featuredIds["dawnDrive"],
      remaining: 4,
      dealerStatus: "BC500002",
    });
    expect(Math.round((nearest?.distance ?? 0) / 100)).toBe(24);
  });

  it("L14 the sanitizer leaves every text unchanged, apart from the sizes of its pictures", async () => {
    const changed: string[] = [];
    const withoutSizes = (text: string) => text.replace(/<img [^>]*>/g, "<img>");
    for (const { activityId, content, title } of given.filter((_, at) => at % 9 === 0)) {
      const shown = ok(await app.call(showNearby, { id: activityId }));
      if (withoutSizes(shown.content) !== withoutSizes(content)) changed.push(title);
    }
    expect(changed).toEqual([]);
  });

  it("U25 U26 U29 lists dealers, series and banners", async () => {
    const multi = given.find(({ asks }) => asks.dealer);
    expect(ok(await app.call(listDealers, { activityId: multi?.activityId ?? "" }))).toHaveLength(
      multi?.dealerIds.length ?? -1,
    );
    expect(ok(await app.call(listSeries, {})).map(({ seriesCode }) => seriesCode)).toEqual([
      "yuanshan",
      "xingyun",
      "zhuguang",
      "xiaocheng",
      "wangye",
      "zhiwei",
    ]);
    const banners = ok(await app.call(listBanners, { position: "index", cityCode: "310100" }));
    expect(banners.length).toBeGreaterThanOrEqual(3);
    for (const { imageUrl } of banners.slice(0, 1)) {
      const picture = await app.app.inject({ url: imageUrl });
      expect(picture.statusCode).toBe(200);
    }
  });
});

describe("the demo brand's guests", () => {
  it("Z03 every counter of seats equals its sign-ups, in sessions too; an interrupted import adds nobody twice", async () => {
    const { rows } = await sql<{ title: string }>`
      select a.title from activity a
      where a.taken <> (select count(*) from signup s where s.activity_id = a.activity_id)
        or exists (select from activity_session x where x.activity_id = a.activity_id
          and x.taken <> (select count(*) from signup s where s.activity_id = a.activity_id and s.session_id = x.session_id))`.execute(
      app.context.db,
    );
    expect(rows).toEqual([]);
    const { rows: counts } = await sql<Record<string, number>>`select
      (select count(*)::int from signup) as "signUps",
      (select count(*)::int from signup where checked_in_time is not null) as arrived,
      (select count(distinct activity_id)::int from waitlist) as "full",
      (select count(*)::int from lead) as leads`.execute(app.context.db);
    const [{ signUps = 0, arrived = 0, full = 0, leads = 0 } = {}] = counts;
    expect(signUps).toBeGreaterThan(15_000);
    expect(arrived).toBeGreaterThan(1_000);
    expect(full).toBeGreaterThan(20);
    expect(leads).toBeGreaterThan(3_000);
  });

  it("Z03 the team works: hardly a lead is overdue, and there are applications, codes and links to look at", async () => {
    const dayAgo = new Date(mockUpDay - 2 * 86_400_000);
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from lead where created_time < ${dayAgo}) as old,
      (select count(*)::int from lead where created_time < ${dayAgo}
        and coalesce(contact_result in ('reached', 'declined'), false)) as called,
      (select count(*)::int from lead where contacted_time < created_time or contacted_time > ${new Date(mockUpDay)}) as wrong,
      (select count(*)::int from owner_application where status = 1) as review,
      (select count(*)::int from owner_application where status > 1) as decided,
      (select count(*)::int from sealed_code) as codes,
      (select count(*)::int from audit_entry where action = 'staff-link.make') as links`.execute(
      app.context.db,
    );
    const [{ old = 0, called = 0, ...others } = {}] = rows;
    expect(old).toBeGreaterThan(3_000);
    expect(called / old).toBeGreaterThan(0.98);
    expect(called).toBeLessThan(old);
    expect(others).toEqual({ wrong: 0, review: 4, decided: 5, codes: 8, links: 5 });
  });

  it("Z03 the channels' bills have the refunds of their days, and the payment that is none of ours", async () => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from bill_line where kind = 'refund') as refunds,
      (select count(*)::int from refund r where r.state = 'success' and r.receipt_no is null
        and (r.success_time at time zone 'Asia/Shanghai')::date in (select day from bill_day)
        and not exists (select from bill_line b where b.kind = 'refund' and b.number = r.out_refund_no)) as missing,
      (select count(*)::int from difference d where not exists (select from bill_line b where b.number = d.number
        and b.day = d.day and b.amount_fen = d.theirs_fen)) as alone`.execute(app.context.db);
    expect(rows).toEqual([{ refunds: expect.any(Number), missing: 0, alone: 0 }]);
    expect(rows[0]?.["refunds"]).toBeGreaterThan(0);
  });

  it("U60 U61 contests have entries and choices; the counters equal the votes, and everybody may still vote", async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from contest_entry e
      where e.votes <> (select count(*) from contest_vote v where v.entry_id = e.entry_id)`.execute(
      app.context.db,
    );
    expect(rows).toEqual([{ n: 0 }]);
    const idOf = (word: string): string => given.find(({ title }) => title.includes(word))?.activityId ?? "";
    const photos = ok(
      await app.call(listContestEntries, { id: idOf("后视镜里的风景"), sort: "votes", pageSize: 50 }),
    );
    expect(photos.list.length).toBeGreaterThanOrEqual(20);
    expect(photos.list[0]?.votes).toBeGreaterThan(photos.list.at(-1)?.votes ?? 0);
    const colours = ok(await app.call(listContestEntries, { id: idOf("颜色") })).list;
    expect(colours.map(({ title }) => title)).toEqual(["苔绿", "柿红", "雾蓝"]);
    const { token } = await app.login("13600002468");
    const entryId = photos.list[0]?.entryId ?? "";
    const voted = await app.call(voteForEntry, { id: idOf("后视镜里的风景"), entryId }, { token });
    expect(voted.data.votes).toBe((photos.list[0]?.votes ?? 0) + 1);
  });
});

describe("the demo brand's car club", () => {
  it("P12 has groups, members, articles with pictures, comments and mentions, with correct counters", async () => {
    const home = ok(await app.call(showCarClub, { cityCode: "310100", pageSize: 50 }));
    expect(home.near.length).toBeGreaterThanOrEqual(4);
    expect(home.near[0]).toMatchObject({
      name: "远山 · 华东车友会",
      coverUrl: expect.stringMatching(/^\/media\//),
    });
    const groups = ok(await app.call(listGroups, { pageSize: 50 })).list;
    expect(groups.length).toBeGreaterThanOrEqual(12);
    for (const { members, articles } of groups) expect([members > 10, articles > 2]).toEqual([true, true]);
    expect(groups.reduce((sum, { articles }) => sum + articles, 0)).toBeGreaterThanOrEqual(150);
    const { list } = home.feed;
    expect(list.filter(({ images }) => images.length > 0).length).toBeGreaterThan(25);
    expect(list.filter(({ mentions }) => mentions.length > 0).length).toBeGreaterThan(10);
    for (const { content, mentions } of list) {
      expect(content).not.toMatch(/[{}]/);
      for (const { newestDisplayName } of mentions) expect(content).toContain(newestDisplayName);
    }
    expect(await app.modules.club.repairCounters()).toBe(0);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from club_member m
      join club_notification n on n.member_id = m.member_id where m.user_id is null`.execute(app.context.db);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe("processes of the demo brand", () => {
  const [linXiaolan, chenYu, passenger] = ["13800005678", "13900001234", "13600002468"];
  beforeAll(async () => {
    for (const { mobile, owner, seriesCodes } of people)
      await app.modules.sessions.setOwner(mobile, owner, seriesCodes);
  });
  /** Status of a person for an activity, and the decisive condition. */
  async function standing(activityId: string, mobile: string): Promise<string> {
    const { token } = await app.login(mobile);
    const { status, code, data } = await app.call(showFlowStatus, { activityId }, { token });
    return status === 200 ? [data.status, data.node?.name].filter(Boolean).join(" ") : code;
  }
  const idOf = (title: RegExp): string => given.find((one) => title.test(one.title))?.activityId ?? "";

  it("N01 W08 produce every response of the flow engine", async () => {
    const cases: [string, string, string][] = [
      ["an owner's coffee", featuredIds["morningCoffee"] ?? "", "pass/ineligible 认证车主/pass"],
      [
        "the camp of three series",
        featuredIds["lakeCamp"] ?? "",
        "pass/ineligible 认证车主/ineligible 远山、知微、望野车主",
      ],
      ["the night drive", featuredIds["nightDrive"] ?? "", "task 夜路安全课/task 夜路安全课/task 夜路安全课"],
      [
        "a second round",
        featuredIds["longTitle"] ?? "",
        "branch 第二批报名/branch 第二批报名/branch 第二批报名",
      ],
      ["a first round", featuredIds["rareName"] ?? "", "branch 首批名额/branch 首批名额/branch 首批名额"],
      ["the beta", idOf(/^车机 4.2 版内测/), "pass/ineligible 认证车主/forbidden 内测邀请"],
      ["coupons of the own region", idOf(/^华东车主关怀礼/), "pass/pass/pass"],
      ["the challenge", idOf(/^百公里电耗挑战 · 第 7 期/), "pass/ineligible 认证车主/forbidden 驾驶评分"],
      [
        "coupons of another",
        idOf(/^华北车主关怀礼/),
        "ineligible 华北地区/ineligible 华北地区/ineligible 华北地区",
      ],
      ["a process that is not switched on", idOf(/华东车主故事征集$/), "609/609/609"],
      ["the dawn drive", featuredIds["dawnDrive"] ?? "", "pass/pass/pass"],
    ];
    const found = await Promise.all(
      cases.map(async ([what, id]) => {
        const standings = await Promise.all(
          [linXiaolan, chenYu, passenger].map((mobile) => standing(id, mobile ?? "")),
        );
        return `${what}: ${standings.join("/")}`;
      }),
    );
    expect(found).toEqual(cases.map(([what, , expected]) => `${what}: ${expected}`));
  });

  it("U19 an activity's page lists its conditions", async () => {
    const conditions = async (id = "") => ok(await app.call(showNearby, { id })).conditions;
    expect(await conditions(featuredIds["lakeCamp"])).toEqual(["认证车主", "远山、知微、望野车主"]);
    expect(await conditions(featuredIds["dawnDrive"])).toBeUndefined();
  });
});
