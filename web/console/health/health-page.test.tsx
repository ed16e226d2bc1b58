import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  periodicTaskNames,
  periodicTasks,
  queueLimits,
  queueNames,
  type Health,
} from "#contract/console/watch/health.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { HealthPage } from "./health-page.tsx";
import { problemsOf } from "./problems.ts";

afterEach(() => vi.restoreAllMocks());

const running = {
  processId: "1",
  host: "web-1",
  pid: 4711,
  number: 7,
  role: "all",
  version: "0.3.0",
  startedTime: "2026-11-27T09:00:00+08:00",
  age: 2,
  isStale: false,
  loopDelay: 3.1,
  memoryBytes: 200_000_000,
} as const;
const healthy: Health = {
  asOf: "2026-11-27T14:22:00+08:00",
  processes: [running],
  database: {
    kind: "postgres",
    version: "18.1",
    latency: 3.1,
    sizeBytes: 4_000_000_000,
    connections: 80,
    maxConnections: 200,
    oldestTransaction: 1,
  },
  queues: queueNames.map((name) => ({
    name,
    table: name,
    count: 0,
    age: null,
    limit: queueLimits[name],
    isOver: false,
  })),
  signUps: Array.from({ length: 12 }, (_, index) => ({
    slot: `2026-11-27T13:${String(25 + index).padStart(2, "0")}:00+08:00`,
    outcomes: [
      { outcome: "accepted", count: 100 + index },
      { outcome: "full", count: 3 },
    ],
  })),
  disks: [{ host: "web-1", freeBytes: 312e9, sizeBytes: 800e9 }],
  backup: { time: "2026-11-27T02:10:00+08:00", age: 43_200 },
  revealLimits: [],
  keys: [{ keyId: "k1", usedTime: "2026-08-23T00:00:00+08:00", isInUse: true }],
  secrets: [{ name: "picture", time: "2026-11-09T00:00:00+08:00" }],
  certificates: [{ name: "wechatPay", endTime: "2027-06-01T00:00:00+08:00" }],
  tasks: periodicTaskNames.map((name) => ({ name, age: 1, limit: periodicTasks[name], isFailing: false })),
  sealedDay: "2026-11-26",
  settings: [
    { name: "SERVE", isSet: true, value: "all" },
    { name: "TK_KEY", isSet: true, value: null },
    { name: "SENSORS_URL", isSet: false, value: null },
  ],
};
const serve = (health: Health) => fakeServer(() => ({ code: "00", data: health }));
const stopped = { ...running, processId: "2", host: "web-3", pid: 900, age: 360, isStale: true };
const queue = (name: Health["queues"][number]["name"], count: number, age: number) =>
  healthy.queues.map((one) => (one.name === name ? { ...one, count, age, isOver: true } : one));

/** Each fault alone, and words of its advice. */
const faults: readonly [name: string, over: Partial<Health>, title: RegExp, advice: RegExp][] = [
  ["a stopped process", { processes: [running, stopped] }, /web-3 · 900 已停止/, /systemctl status/],
  ["the only process stopped", { processes: [stopped] }, /已停止/, /systemctl restart/],
  [
    "an older version",
    { processes: [running, { ...running, processId: "3", version: "0.2.9" }] },
    /版本不一致/,
    /reload/,
  ],
  ["a slow process", { processes: [{ ...running, loopDelay: 900 }] }, /响应变慢/, /CPU/],
  [
    "an aged queue",
    { queues: queue("couponDelivery", 18, 2_280) },
    /卡券发放积压 18 条/,
    /同一张券不会发两次/,
  ],
  ["an overdue request", { queues: queue("rightsRequest", 1, 60) }, /个人信息请求逾期/, /15 个工作日/],
  ["no backup", { backup: null }, /没有备份记录/, /backup\.sh/],
  ["an old backup", { backup: { time: healthy.asOf, age: 200_000 } }, /上次备份在 2 天前/, /marque-backup/],
  ["a full disk", { disks: [{ host: "web-1", freeBytes: 1e9, sizeBytes: 100e9 }] }, /磁盘将满/, /扩容/],
  [
    "a certificate that ends",
    { certificates: [{ name: "wechatPay", endTime: "2026-12-09T15:00:00+08:00" }] },
    /12 天后到期/,
    /商户平台/,
  ],
  ["a slow database", { database: { ...healthy.database, latency: 900 } }, /数据库响应慢/, /慢查询/],
  [
    "too many connections",
    { database: { ...healthy.database, connections: 190 } },
    /连接将用尽/,
    /190 \/ 200/,
  ],
  [
    "a long transaction",
    { database: { ...healthy.database, oldestTransaction: 3_600 } },
    /未结束的事务/,
    /pg_stat_activity/,
  ],
  [
    "a task that fails",
    { tasks: healthy.tasks.map((task) => ({ ...task, isFailing: task.name === "jobs" })) },
    /批量任务上次运行失败/,
    /periodic task failed/,
  ],
  ["unsealed days", { sealedDay: "2026-11-20" }, /没有按日封存/, /2026-11-20/],
  [
    "sign-ups that fail",
    { signUps: [{ slot: healthy.asOf, outcomes: [{ outcome: "failed", count: 4 }] }] },
    /报名出错较多/,
    /4 次/,
  ],
];
describe("CO104 what has to be done", () => {
  test("nothing, where everything is fine", () => expect(problemsOf(healthy)).toEqual([]));
  test.each(faults)("%s is named with what to do", (_name, over, title, advice) => {
    const problems = problemsOf({ ...healthy, ...over });
    expect(problems.length).toBe(1);
    expect(problems[0]?.title).toMatch(title);
    expect(problems[0]?.text).toMatch(advice);
  });
});

test("CO104 the page shows figures, processes, queues and settings without findings of axe in both themes", async () => {
  serve({ ...healthy, processes: [running, stopped], queues: queue("couponDelivery", 18, 2_280) });
  showInConsole(<HealthPage />, { at: "/system/health" });
  await expect.element(page.getByText("需要处理 2")).toBeVisible();
  await expect.element(page.getByText("1 / 2")).toBeVisible();
  await expect.element(page.getByText("连接 80 / 200")).toBeVisible();
  await expect.element(page.getByText("38 分钟").first()).toBeVisible();
  await expect.element(page.getByRole("link", { name: "去处理" })).toHaveAttribute("href", "/deliveries");
  await expect.element(page.getByText("TK_KEY")).toBeVisible();
  await expect.element(page.getByText("SENSORS_URL")).not.toBeInTheDocument();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "以表格查看" }).click();
  await expect.element(page.getByRole("cell", { name: "111" })).toBeVisible();
  await page.getByRole("button", { name: "全部", exact: true }).click();
  await expect.element(page.getByText("SENSORS_URL")).toBeVisible();
});

test("CO29 a healthy installation says so, and one without the right asks for it", async () => {
  serve(healthy);
  showInConsole(<HealthPage />, { at: "/system/health" });
  await expect.element(page.getByText("全部正常")).toBeVisible();
  showInConsole(<HealthPage />, { at: "/system/health", rights: ["activity.read"] });
  await expect.element(page.getByText(/可请主管申请/)).toBeVisible();
});
