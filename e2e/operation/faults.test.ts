import { afterAll, beforeAll, expect, test } from "vitest";
import {
  appKilled,
  appFrozen,
  captchaDown,
  clockJumps,
  connectionsCut,
  databaseKilled,
  databaseFrozen,
  diskSlow,
  providerDown,
} from "../testing/faults/faults.ts";
import { startTestbed, runUnderFault, type SystemFault, type Testbed } from "../testing/faults/testbed.ts";

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
});
afterAll(() => testbed.end());

/** Messages that a person may read during a fault: the product's own, or the page's when no answer came. */
const words = [
  "服务暂时不可用，请稍后重试",
  "活动太火爆了，请稍后再试",
  "no answer",
  "您没有权限进行该操作",
  "登录已过期，请重新登录",
  "请先登录",
  "请先完成安全验证",
];

test.for<[string, SystemFault]>([
  ["the server is killed", appKilled],
  ["the database is killed", databaseKilled],
  ["the database is suspended", databaseFrozen(1_500)],
  ["the server is suspended", appFrozen(1_500)],
  ["the disk is slow", diskSlow(1_500)],
  ["the clock jumps", clockJumps(1_200)],
  ["connections drop in the middle of a body", connectionsCut(20)],
])("Z02 Z04 L16 %s: nothing acknowledged is lost or doubled", async ([, fault]) => {
  const { said, lost, doubled } = await runUnderFault(testbed, fault, 10);
  expect([lost, doubled]).toEqual([0, 0]);
  expect([...said.keys()].filter((one) => !words.includes(one))).toEqual([]);
});

test("the identity provider is down: people are told so, and can log in when it is back", async () => {
  const { meanwhile, after } = await providerDown(testbed);
  for (const one of meanwhile) expect(one).toMatch(/暂时不可用，请稍后重试/);
  expect(after).toBeNull();
});
test("the captcha is down: people are told so, and get one when it is back", async () => {
  const { meanwhile, after } = await captchaDown(testbed);
  for (const one of meanwhile) expect(one).toBeTruthy();
  expect(after).toBeNull();
});
