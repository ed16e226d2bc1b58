import sharp from "sharp";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showArticle, publishArticle } from "#contract/club/articles.ts";
import { showUser } from "#contract/session/session.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { contractClient } from "../testing/contract-client.ts";
import { classSelector } from "../testing/class-selector.ts";
import { launch, phone } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("I08 who has no name is not greeted by an invented one, sets a nickname and a drawing, and takes them back", async () => {
  const person = await newPerson(origin);
  const { context, page, complaints } = await openVisitAs(browser, origin, person, phone);
  await openAppPage(page, `${app}mine`);
  const entry = page.locator(classSelector("mine", "person"));
  await expect.poll(() => entry.innerText()).toMatch(/^你好[\s\S]*设置昵称和头像$/);
  await entry.click();
  const sheet = page.getByRole("dialog", { name: "昵称和头像" });
  await sheet.getByRole("textbox", { name: "昵称" }).fill("\u3164");
  await sheet.getByRole("radio", { name: "湖泊" }).check({ force: true });
  await sheet.getByRole("textbox", { name: "昵称" }).fill("北岸的雾 ");
  await sheet.getByRole("button", { name: "保存" }).click();
  await page.getByText("已保存").waitFor();
  await expect.poll(() => entry.innerText()).toMatch(/^北岸的雾[\s\S]*编辑资料$/);
  expect(await entry.getByRole("img", { name: "头像" }).getAttribute("src")).toMatch(/avatars\/lake\.svg$/);

  // A login on another device keeps the person's own name.
  const again = await newPerson(origin, person.mobile);
  expect(again.userInfo).toMatchObject({ nickname: "北岸的雾", ownNickname: true, ownAvatar: true });

  await openAppPage(page, `${app}mine/account`);
  await page.getByRole("definition").getByText("北岸的雾", { exact: true }).waitFor();
  await page.getByRole("button", { name: "修改昵称和头像" }).click();
  await sheet.getByRole("button", { name: "恢复登录账号的昵称和头像" }).click();
  await page.getByText("已恢复").waitFor();
  await page.getByRole("definition").getByText("未设置", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("I08 an uploaded portrait is shown in the club at once, to visitors too", async () => {
  const groupId = await findOpenGroup(origin);
  const person = await newGroupMember(origin, groupId);
  const { context, page, complaints } = await openVisitAs(browser, origin, person, phone);
  await openAppPage(page, `${app}mine`);
  await page.locator(classSelector("mine", "person")).filter({ hasText: "设置昵称和头像" }).click();
  const sheet = page.getByRole("dialog", { name: "昵称和头像" });
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: "#8a5a2b" } });
  await sheet.getByLabel("从相册选择头像").setInputFiles({
    name: "我.jpg",
    mimeType: "image/jpeg",
    buffer: await picture.jpeg().toBuffer(),
  });
  await sheet.getByRole("textbox", { name: "昵称" }).fill("木色车轮");
  await sheet.getByText("已上传，保存后生效").waitFor();
  await sheet.getByRole("button", { name: "保存" }).click();
  await page.getByText("已保存").waitFor();
  const client = contractClient(origin, { token: person.token });
  const { avatar } = await client(showUser, {});
  const { articleId } = await client(publishArticle, { groupId, content: "<p>第一程</p>", pictureIds: [] });
  const { author } = await contractClient(origin)(showArticle, { articleId });
  expect(author).toMatchObject({ displayName: "木色车轮", avatar });
  const shown = await fetch(new URL(author.avatar ?? "", origin));
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(complaints).toEqual([]);
  await context.close();
});
