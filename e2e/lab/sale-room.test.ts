import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desktop, launch, openVisit } from "../testing/chromium.ts";

const room = `${inject("origin")}/lab/sale`;
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "结果与拒绝原因" }).getByRole("row", { name });

async function seriousFindings(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of ["dark", "light"] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ["violations"] })
        .analyze();
      for (const { id, impact, nodes } of violations)
        if (impact === "serious" || impact === "critical")
          found.push([colorScheme, width, id, nodes[0]?.html]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) found.push([colorScheme, width, "wider by", wider]);
    }
  return found;
}

test("L10 a crowd is sent, watched live and replayed by keyboard; charts have text alternatives", async () => {
  const { page, context } = await openVisit(browser, { ...desktop, colorScheme: null });
  await page.goto(room);
  await page.getByRole("spinbutton", { name: "人数" }).fill("8");
  await page.getByRole("spinbutton", { name: "席位" }).fill("3");
  await page.getByRole("spinbutton", { name: "集中在" }).fill("1");
  await page.getByRole("spinbutton", { name: "未过滑块" }).fill("0");
  await page.getByRole("button", { name: "开始演练" }).click();
  await page.getByText("演练结束：16 次点击都有了应答").waitFor({ timeout: 120_000 });
  await row(page, "报名成功").getByRole("cell").last().getByText("3", { exact: true }).waitFor();
  await row(page, "名额已满").waitFor();
  const title = page.getByRole("heading", { name: /开抢演练 .* · 3 席/ });
  await title.waitFor();
  await page.getByText("已结束 · 回放").waitFor({ timeout: 120_000 });

  const slider = page.getByRole("slider", { name: "时刻" });
  await slider.focus();
  await page.keyboard.press("Home");
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/第 1 秒$/);
  // At the first second no seat is taken.
  expect(await row(page, "报名成功").count()).toBe(0);
  await page.keyboard.press("End");
  await row(page, "报名成功").waitFor();
  expect(await page.getByRole("img", { name: /^剩余席位，.*最高 3.*最后 0$/ }).count()).toBe(1);
  await page.getByText("逐秒数据").click();
  await page.getByRole("region", { name: "逐秒数据" }).getByRole("row").nth(2).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // The address restores the recording.
  await page.reload();
  await title.waitFor();
  await page.getByText("已结束 · 回放").waitFor();
  await page.getByText(/^3 人报名成功，3 席在第 \d+ 秒抢完；.*最多的是“名额已满”/).waitFor();
  // On a phone, selecting a recording at the page's foot scrolls to its beginning.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".sale-item[aria-pressed=true]").click();
  const top = () => page.locator("#sale").evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  await context.close();
});
