import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { signUpForm } from "../testing/class-selector.ts";

const origin = inject("origin");
const NAME = "林晓岚";
const SIGN_UP = "**/api/v1/activity/page/signup/*";
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(origin, activityFilters.plain));
});
afterAll(() => browser.close());

type Scene = { readonly page: Page; readonly context: BrowserContext };
/** Interrupts the first sign-up request after the captcha, and then the page. */
type Interruption = {
  readonly request?: (route: Route) => Promise<void>;
  readonly page?: (scene: Scene) => Promise<void>;
};
const submit = (page: Page): Promise<void> => page.locator(`${signUpForm()} button[type=submit]`).click();
const resubmit = async (page: Page): Promise<void> => {
  await hydrated(page);
  await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe(NAME);
  await submit(page);
  await solveByDragging(page);
};

const interruptions: Readonly<Record<string, Interruption>> = {
  "a lost answer": {
    request: async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
  },
  "no answer for half a minute": {
    request: async (route) => void (await route.fetch()),
    page: ({ page }) => page.clock.runFor(31_000),
  },
  "a reload after it arrived": {
    request: async (route) => void (await route.fetch()),
    page: async ({ page }) => void (await page.reload()),
  },
  "a reload before it arrived": {
    request: () => Promise.resolve(),
    page: async ({ page }) => {
      await page.reload();
      await resubmit(page);
    },
  },
  "a lost network": {
    request: (route) => route.abort("internetdisconnected"),
    page: async ({ page, context }) => {
      await context.setOffline(true);
      await page.locator(`${signUpForm()} button[type=submit]:not([aria-busy=true])`).waitFor();
      await context.setOffline(false);
      await resubmit(page);
    },
  },
};

test.each(Object.keys(interruptions))(
  "L15 L21 V28 a submitted form survives %s and a rotated phone: one record, and the person sees it",
  async (name) => {
    const interruption = interruptions[name] ?? {};
    const person = await newPerson(origin);
    const { context, page } = await openVisitAs(browser, origin, person);
    await page.clock.install();
    const keys: string[] = [];
    let isInterrupted = false;
    let resolveInterrupted = (): void => {};
    const interrupted = new Promise<void>((resolve) => (resolveInterrupted = resolve));
    await page.route(SIGN_UP, async (route) => {
      const request = route.request();
      if (request.method() !== "POST") return route.continue();
      const headers = await request.allHeaders();
      keys.push(headers["idempotency-key"] ?? "");
      if (isInterrupted || headers["x-captcha-verify-id"] === undefined) return route.continue();
      isInterrupted = true;
      await interruption.request?.(route);
      return resolveInterrupted();
    });
    await openAppPage(page, appAddress(origin) + formPath(activityId));
    await fillForm(page, NAME);
    await submit(page);
    // Rotates the phone while the captcha is open: the form and the pending request must stay.
    await page.getByRole("slider").and(page.locator("[aria-disabled=false]")).waitFor();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.setViewportSize({ width: 390, height: 844 });
    await solveByDragging(page);
    await interrupted;
    await interruption.page?.({ page, context });
    await page.getByRole("article", { name: "报名凭证" }).waitFor();
    expect(new Set(keys).size).toBe(1);
    const records = await contractClient(origin, { token: person.token })(listOwnSignUps, {});
    expect(records.map((one) => one.activityId)).toEqual([activityId]);
    await context.close();
  },
);
