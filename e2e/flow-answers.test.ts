import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity.ts";
import { featuredIds } from "../demo/index.ts";
import { findingsOn } from "./accessible.ts";
import { findActivity } from "./activities.ts";
import { launch } from "./chromium.ts";
import { newPerson, visitAs, type Person } from "./people.ts";
import { appOf, open } from "./walk.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const pageOf = ({ activityMode, activityId }: Pick<ActivityDetail, "activityMode" | "activityId">): string =>
  `${activityMode}/${activityId}`;
const featured = (name: string): string =>
  pageOf({ activityMode: "offline", activityId: featuredIds[name] ?? "" });
const setOwner = ({ mobile }: Person): Promise<Response> =>
  fetch(`${origin}/sim/owner`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mobile, verified: true }),
  });

type Case = {
  row: string;
  isOwner: boolean;
  page: () => string | Promise<string>;
  /** What the page says, from the flow engine's own judgement and not from a fault. */
  text: string;
};
const cases: Case[] = [
  {
    row: "V20 W08 613",
    isOwner: false,
    page: () => featured("morningCoffee"),
    text: "抱歉，你当前没有活动资格~ 仅限认证车主参加",
  },
  {
    row: "V07 612 as a task",
    isOwner: true,
    page: async () => pageOf(await findActivity(origin, ({ title }) => title.startsWith("车机 4.2 版内测"))),
    text: "无权限参与",
  },
];

test.each(cases)("$row by its real cause: the page says why, and leads to the reasons", async (one) => {
  const person = await newPerson(origin);
  if (one.isOwner) await setOwner(person);
  const { context, page } = await visitAs(browser, origin, person);
  await open(page, appOf(origin) + (await one.page()));
  const notice = page.locator(".notice.warn", { hasText: one.text });
  await notice.waitFor();
  expect(await findingsOn(page, one.row)).toEqual([]);
  await notice.getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.waitFor();
  expect(await sheet.textContent()).not.toMatch(/undefined|\bnull\b/);
  await context.close();
});
