import { expect, inject } from "vitest";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { desktop, openVisit } from "./chromium.ts";

const lab = `http://lab.localhost:${new URL(inject("origin")).port}/lab`;

export const device = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
export const frameOfDevice = (page: Page, name: string): FrameLocator =>
  device(page, name).frameLocator("iframe");
export const logLines = (page: Page): Locator => page.locator("#log tbody tr");
export const addressParameter = (page: Page, name: string): string =>
  new URL(page.url()).searchParams.get(name) ?? "";

/** Reads the geolocation in a frame as "latitude,longitude", or the error code. */
export const positionIn = (frame: FrameLocator): Promise<string> =>
  frame.locator("html").evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => resolve(`${coords.latitude},${coords.longitude}`),
          ({ code }) => resolve(String(code)),
          { timeout: 300 },
        );
      }),
  );
/** Opens the lab in a state, and waits for the hydration of the apps in it. */
export async function openLab(browser: Browser, search: string): Promise<Page> {
  // The lab sets the colour scheme of its frames; Playwright must not override it.
  const { page } = await openVisit(browser, { ...desktop, colorScheme: null });
  await page.goto(lab + search);
  const frames = page.locator("#frames iframe");
  const hosts = addressParameter(page, "hosts").split(",").length;
  await expect.poll(() => frames.count()).toBe(hosts);
  for (const frame of await frames.all())
    await frame.contentFrame().locator("html[data-ready='1']").waitFor({ state: "attached" });
  return page;
}
