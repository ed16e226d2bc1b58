import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { applyAsOwner, updateCarInfo } from "#contract/owner/owner.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { testVin } from "../../server/testing/samples/sample-vin.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const ownerPage = `${appAddress(origin)}mine/owner`;
let browser: Browser;
let photo: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  browser = await launch();
  const scene = sharp({ create: { width: 2400, height: 1600, channels: 3, background: "#2a6f73" } });
  const taken = scene.withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 0/1" } });
  photo = { name: "行驶证.jpg", mimeType: "image/jpeg", buffer: await taken.jpeg().toBuffer() };
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const choosePhoto = (page: Page) => page.getByLabel(/拍照或从相册选择/).setInputFiles(photo);
const submit = (page: Page, name = "提交认证") => page.getByRole("button", { name }).click();
async function fill(page: Page, vin: string): Promise<void> {
  await page.getByLabel("车架号（VIN）").fill(vin);
  await page.getByRole("radiogroup", { name: "车系" }).getByRole("radio").first().check();
  await page.getByRole("checkbox").check();
}
async function asOwnerToBe() {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, ownerPage);
  return { person, context, page };
}

test("P14 S01 S03 a photo of the licence and a chassis number: reviewed, and a verified owner without a reload", async () => {
  const { context, page } = await asOwnerToBe();
  const uploads: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(uploadPicture.paths[0])) uploads.push(request.postDataBuffer()?.length ?? 0);
  });
  await page.getByText("认证后可以").waitFor();
  await choosePhoto(page);
  await page.getByText("已上传", { exact: true }).waitFor();
  expect(uploads).toHaveLength(1);
  expect(uploads[0]).toBeLessThan(photo.buffer.length * 2);
  await fill(page, testVin("8888"));
  expect(await accessibilityFindings(page, "owner's form")).toEqual([]);
  await submit(page);
  await page.getByText("正在审核").waitFor();
  expect(await accessibilityFindings(page, "owner under review")).toEqual([]);
  await page.getByText("你已是认证车主").waitFor({ timeout: 120_000 });
  await page.getByText("8888").waitFor();
  expect(await accessibilityFindings(page, "verified owner")).toEqual([]);
  await context.close();
});

test("P14 declined with the reason; the form is shown again", async () => {
  const { context, page } = await asOwnerToBe();
  await choosePhoto(page);
  await page.getByText("已上传", { exact: true }).waitFor();
  await fill(page, testVin("0001"));
  await submit(page);
  await page.getByText(/行驶证照片不清晰，请重新拍摄/).waitFor({ timeout: 120_000 });
  expect(await accessibilityFindings(page, "owner declined")).toEqual([]);
  await page.getByRole("button", { name: "重新提交" }).waitFor();
  await context.close();
});

test("P14 V29 S03 errors show at their fields; a failed upload is retried; no input is lost", async () => {
  const { context, page } = await asOwnerToBe();
  await submit(page);
  await page.getByText("还有 4 处需要修改").waitFor();
  await page.getByText("请上传行驶证照片").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("owner-vin");
  const vin = testVin("7777");
  await page.getByLabel("车架号（VIN）").fill(vin.replace(/.{4}$/, "7778"));
  await page.getByRole("checkbox").check();
  await submit(page);
  await page.getByText("车架号校验不通过，请对照行驶证核对").waitFor();

  await simulator(origin).fail({ path: `/mall-api/${uploadPicture.paths[0]}`, status: 503, times: 1 });
  await choosePhoto(page);
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByText("已上传", { exact: true }).waitFor();
  await fill(page, vin);
  await simulator(origin).fail({
    path: `/mall-api/${applyAsOwner.paths[0]}`,
    method: "POST",
    status: 500,
    times: 1,
  });
  await submit(page);
  await page.getByText("服务异常，请稍后重试").first().waitFor();
  await submit(page);
  await page.getByText("正在审核").waitFor();
  await context.close();
});

test("P14 Z08 a visitor is asked to log in; a failed load can be retried", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, ownerPage);
  await page.getByText("登录后认证车主").waitFor();
  expect(await accessibilityFindings(page, "owner's page of a visitor")).toEqual([]);
  await context.close();
  const person = await newPerson(origin);
  await simulator(origin).fail({ path: `/mall-api/${updateCarInfo.paths[0]}`, status: 500, times: 1 });
  const own = await openVisitAs(browser, origin, person);
  await openAppPage(own.page, ownerPage);
  await own.page.getByRole("button", { name: "重试" }).click();
  await own.page.getByText("认证后可以").waitFor();
  await own.context.close();
});
