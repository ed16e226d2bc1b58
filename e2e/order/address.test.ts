import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addAddress, listAddresses } from "#contract/mall/address.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch } from "../testing/chromium.ts";
import { addShanghaiAddress } from "../testing/mall.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: false });

test("MA13 pasted texts fill the form; what is not found is left for the person", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, `${app}mall/addresses/new`);
  const paste = async (text: string): Promise<void> => {
    await page.getByLabel("粘贴识别").fill(text);
    await page.getByRole("button", { name: "识别并填入" }).click();
  };
  await paste("没有地址");
  await page.getByText(/没有识别出地址|已填入/).waitFor();
  await paste("陈屿 +86 137-1234-5678 北京市朝阳区望京街10号2单元801");
  await page.getByText("已填入收货人、手机号、地区、详细地址，请核对").waitFor();
  expect(await field(page, "手机号").inputValue()).toBe("13712345678");
  expect(await field(page, "收货人").inputValue()).toBe("陈屿");
  expect(await field(page, "详细地址").inputValue()).toContain("望京街10号2单元801");
  await page.getByRole("button", { name: /所在地区.*朝阳区/ }).waitFor();
  await context.close();
});

test("MA12 a form with faults says how many, focuses the first, and is saved once they are mended", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/addresses/new`);
  await page.getByRole("button", { name: "保存地址" }).click();
  await page.getByText("有 4 处需要修改").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("address-name");
  await field(page, "收货人").fill("陈屿");
  await field(page, "手机号").fill("13712345678");
  await page.getByRole("button", { name: /所在地区/ }).click();
  const sheet = page.getByRole("dialog", { name: "选择地区" });
  for (const name of ["上海市", "上海市", "徐汇区"])
    await sheet.getByRole("button", { name, exact: true }).last().click();
  await field(page, "详细地址").fill("天钥桥路 1 号");
  await page.getByRole("checkbox", { name: "设为默认地址" }).check();
  await page.getByRole("button", { name: "保存地址" }).click();
  await page.waitForURL("**/mall/addresses");
  await page.getByText("天钥桥路 1 号").waitFor();
  await page.getByText("137****5678").waitFor();
  expect(await contractClient(origin, { token: person.token })(listAddresses, {})).toMatchObject([
    { districtCode: "310104", isDefault: true, mobile: "13712345678" },
  ]);
  await page.getByRole("link", { name: "编辑" }).click();
  await page.getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("还没有收货地址").waitFor();
  await context.close();
});

test("MA12 20 addresses are the most", async () => {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  const call = contractClient(origin, { token: person.token });
  const [first] = await call(listAddresses, {});
  const { name = "", mobile = "", provinceCode = "", cityCode = "", districtCode = "" } = first ?? {};
  for (let made = 1; made < mallLimits.maxAddresses; made++)
    await call(addAddress, {
      name,
      mobile,
      provinceCode,
      cityCode,
      districtCode,
      detail: `龙腾大道 ${made} 号`,
    });
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/addresses`);
  await page.getByText("最多 20 个地址，删除一个后再添加").waitFor();
  expect(await page.getByRole("button", { name: "新增收货地址" }).isDisabled()).toBe(true);
  await context.close();
});
