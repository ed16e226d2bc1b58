import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { launch } from "../testing/chromium.ts";
import {
  addressParameter,
  device,
  frameOfDevice,
  logLines,
  openLab,
  positionIn,
} from "../testing/lab-page.ts";
import { simulator } from "../testing/simulator.ts";

const origin = inject("origin");
const LIST = "/marketing/area/activity/list";
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterEach(() => simulator(origin).fail());
afterAll(() => browser.close());

test("B01-B09 each host is a device on its own origin, and the app recognises it", async () => {
  const page = await openLab(
    browser,
    "?hosts=app-android,app-ios,wechat,wechat-mini,baidu,douyin,xiaohongshu,alipay,phone,pc",
  );
  const frames = await page.locator("#frames iframe").all();
  expect(frames).toHaveLength(10);
  const seen = await Promise.all(
    frames.map((frame) =>
      frame
        .contentFrame()
        .locator("html")
        .evaluate(() => [location.host.split(".")[0], navigator.userAgent] as const),
    ),
  );
  const agents = Object.fromEntries(seen);
  expect(Object.keys(agents)).toHaveLength(10);
  expect(agents["app-android"]).toMatch(/Android.* QinglanApp\/3\.2\.0$/);
  expect(agents["app-ios"]).toMatch(/iPhone.* QinglanApp\/3\.2\.0$/);
  expect(agents["wechat"]).toMatch(/MicroMessenger(?!.*miniProgram)/);
  expect(agents["wechat-mini"]).toMatch(/MicroMessenger.*miniProgram/);
  expect(agents["baidu"]).toContain("swan/");
  expect(agents["douyin"]).toContain("ToutiaoMicroApp");
  expect(agents["xiaohongshu"]).toContain("xhsminiapp");
  expect(agents["alipay"]).toMatch(/AlipayClient.*MiniProgram/);
  // The app's reaction shows in its frame: WeChat draws the title bar itself.
  await expect
    .poll(() => frameOfDevice(page, "微信浏览器").locator("html").getAttribute("data-title-bar"))
    .toBe("host");
  expect(await frameOfDevice(page, "手机浏览器").locator("html").getAttribute("data-title-bar")).toBeNull();
  await page.context().close();
});

test("every setting is part of the address, which restores the same state", async () => {
  const page = await openLab(browser, "?hosts=phone");
  await page.getByLabel("用户", { exact: true }).selectOption("mobile");
  await page.getByLabel("登录状态").selectOption("valid");
  await page.getByLabel("所在城市").selectOption("330100");
  await page.getByLabel("外观").selectOption("dark");
  await page.getByLabel("页面地址").fill("list?keyword=自驾");
  await page.getByLabel("页面地址").press("Enter");
  await page.getByRole("button", { name: "桥", exact: true }).click();
  const search = new URL(page.url()).search;
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    hosts: "phone",
    person: "mobile",
    session: "valid",
    city: "330100",
    theme: "dark",
    path: `${LIST}?keyword=%E8%87%AA%E9%A9%BE`,
    show: "bridge",
  });
  await page.context().close();

  const again = await openLab(browser, search);
  const phone = frameOfDevice(again, "手机浏览器");
  await phone.getByRole("searchbox").or(phone.locator("input[type=search]")).first().waitFor();
  expect(await phone.locator("html").evaluate(() => location.pathname)).toBe(LIST);
  await device(again, "手机浏览器").getByText("139****1234").waitFor();
  expect(await phone.locator("html").evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(
    true,
  );
  expect(await positionIn(phone)).toBe("30.2741,120.1551");
  expect(await again.getByLabel("用户", { exact: true }).inputValue()).toBe("mobile");
  await again.context().close();
});

test("the log shows calls and messages, filtered, one in detail, by keyboard, without secrets", async () => {
  const page = await openLab(browser, "?hosts=phone&person=owner&session=valid");
  const nearby = logLines(page).filter({ hasText: "getCurrentPosition" }).first();
  await nearby.waitFor();
  await page.getByRole("button", { name: "网关", exact: true }).click();
  expect(addressParameter(page, "show")).toBe("call");
  await logLines(page).filter({ hasText: "GET /activity/page/nearby" }).first().waitFor();
  expect(await logLines(page).filter({ hasText: "geolocation:" }).count()).toBe(0);
  const first = logLines(page).getByRole("button").first();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const message = page.getByRole("region", { name: "消息" });
  await message.getByText('"status": 200').waitFor();
  // The lab's log contains neither the token nor the mobile number.
  const token = await frameOfDevice(page, "手机浏览器")
    .locator("html")
    .evaluate(() => localStorage.getItem("marque.session-token") ?? "");
  expect(token).toHaveLength(token.length > 20 ? token.length : -1);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  const text = await (await download.createReadStream()).toArray();
  const saved = Buffer.concat(text as Buffer[]).toString();
  expect(saved).toContain("nearby");
  expect(saved).not.toContain(token);
  expect(saved).not.toContain("13800005678");
  await page.context().close();
});

test("a call opened before its answer shows the answer once it arrives", async () => {
  const late = JSON.stringify([{ path: "/mall-api/*", delayMs: 1_500, times: 50 }]);
  const page = await openLab(
    browser,
    `?hosts=phone&person=owner&session=valid&show=call&custom=${encodeURIComponent(late)}`,
  );
  await logLines(page).getByRole("button").first().click();
  const answer = page.getByRole("region", { name: "消息" }).getByText('"status": 200');
  await expect.poll(() => answer.count()).toBe(1);
  await page.context().close();
});

test("faults of an address affect only the visible hosts", async () => {
  const page = await openLab(browser, "?hosts=phone&faults=broken,wx-silent");
  await logLines(page).filter({ hasText: "500 服务异常" }).first().waitFor();
  const elsewhere = await fetch(`${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/nearby`);
  expect(elsewhere.status).toBe(200);
  await page.getByRole("button", { name: /^故障/ }).click();
  const panel = page.locator("#fault-panel");
  expect(await panel.getByLabel("列表出错（500）").isChecked()).toBe(true);
  await panel.getByLabel("列表出错（500）").uncheck();
  expect(addressParameter(page, "faults")).toBe("wx-silent");
  await panel.getByLabel("自定义故障 JSON").fill("{");
  await panel.getByRole("button", { name: "应用" }).click();
  await panel.getByText(/^不是 JSON/).waitFor();
  await panel.getByLabel("自定义故障 JSON").fill('[{"path":"/mall-api/*","status":503,"times":50}]');
  await panel.getByRole("button", { name: "应用" }).click();
  expect(JSON.parse(addressParameter(page, "custom"))).toEqual([
    { path: "/mall-api/*", status: 503, times: 50 },
  ]);
  await logLines(page).filter({ hasText: "503" }).first().waitFor();
  await page.context().close();
});

test("a simulated offline network: the page says so and recovers by itself", async () => {
  const page = await openLab(browser, `?hosts=phone&path=${LIST}&network=offline`);
  await device(page, "手机浏览器").getByText("离线").waitFor();
  const reached = () =>
    frameOfDevice(page, "手机浏览器")
      .locator("html")
      .evaluate(() => fetch("/healthz", { cache: "no-store" }).then(String, () => "broken"));
  await expect.poll(reached).toBe("broken");
  expect(
    await frameOfDevice(page, "手机浏览器")
      .locator("html")
      .evaluate(() => navigator.onLine),
  ).toBe(false);
  await page.getByLabel("网络", { exact: true }).selectOption("online");
  await device(page, "手机浏览器").getByText("在线").waitFor();
  await expect.poll(reached).not.toBe("broken");
  await page.context().close();
});

test("Z08 the lab has no serious finding of axe, in light and dark, wide and narrow, and does not scroll sideways", async () => {
  const page = await openLab(browser, "?hosts=phone");
  await logLines(page).getByRole("button").first().click();
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ["violations"] })
        .exclude("iframe")
        .analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect([colorScheme, width, serious.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([
        colorScheme,
        width,
        [],
      ]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    }
  await page.context().close();
});
