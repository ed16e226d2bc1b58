import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { IssuedInvitations, ListedInvitation } from "#contract/console/basics/invitations.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { guestsOfFile } from "./guest-file.ts";
import { InvitationsPage } from "./invitations-page.tsx";
import { toResultFile } from "./result-file.ts";

/** A sheet with 姓名 and 手机号, a guest with a number as a number, and one without. */
const SHEET =
  "UEsDBBQAAAAIAOCYe10gIhbynQAAAAMBAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbH2PSw7CMAxErxJli1oXFixQWxbADbiAFdyPSJMoNlW5PelnhRBLe+Z5xuV5GqwaKXLvXaX3eaHPdXl/B2KVFMeV7kTCCYBNRwNy7gO5pDQ+DihpjC0ENE9sCQ5FcQTjnZCTTOYbui6v1ODLirpNab2mJFyry+qboyqNIdjeoCQZZhV+cpEs/wFH9/hql23N8kQuHu76wLstAZY36w9QSwMEFAAAAAgA4Jh7XQwcA32NAAAA3wAAAA8AAAB4bC93b3JrYm9vay54bWyNjzEOgzAMRa8S+QA1dOiAgKkLx0jBNBE4juxU7fGLoOyd7Kev/yy3b9HlIbK4D6/JOgil5AbRxkDs7SKZ0pbMouzLhvpEy0p+skBUeMVrVd2QfUxwGBr9xyHzHEe6y/hiSuWQKK2+REkWYjbo2/2C/aZLnqkDD27HYeqgBqdN3BYdphqwb/Fs4PlU/wVQSwMEFAAAAAgA4Jh7XbZUqs+OAAAA8QAAABoAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc43PPQ7CMAwF4KtUOUDdMjCgJhNLV8QFotRtojY/so2A2xMxoCIxMFl+lr4nDxfcrISc2IfCzSNuibXyIuUEwM5jtNzmgqle5kzRSl1pgWLdaheEQ9cdgfaGMsPebMZJKxqnXjXXZ8F/7DzPweE5u1vEJD8q4J5pZY8oFbW0oGj1iRjeo2+rqsAM8PWheQFQSwMEFAAAAAgA4Jh7XbmVvfXdAAAAlAEAABgAAAB4bC93b3Jrc2hlZXRzL3NoZWV0MS54bWyzKc8vyi7OSE0tUajIzckrtlXKKCkpsNLXL07OSM1NLNbLL0jNA8qk5RflJpYAuUXp+sUFRamJKWBNuTn6RgYGZvq5iZl5SnY2YDGXxJJEO5ui/HKFIlslQ6BoMojhaKikUGKrlJmXk5mXGlxSBBTPLLazKbF7unzy0wm9Nvoldjb6IBH9ZKgOJ1w6nnV2P5uz62n/dlRN+kAr4fYawe01wmHK877upxv6n83ow2Y1SHuZnaGxhQEQGBoZm9jol2GxxRhuizEut65Z/nLG5pdzZ2Jzqz5SeOnDI8IOAFBLAQIUAxQAAAAIAOCYe10gIhbynQAAAAMBAAATAAAAAAAAAAAAAACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgA4Jh7XQwcA32NAAAA3wAAAA8AAAAAAAAAAAAAAIABzgAAAHhsL3dvcmtib29rLnhtbFBLAQIUAxQAAAAIAOCYe122VKrPjgAAAPEAAAAaAAAAAAAAAAAAAACAAYgBAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc1BLAQIUAxQAAAAIAOCYe125lb313QAAAJQBAAAYAAAAAAAAAAAAAACAAU4CAAB4bC93b3Jrc2hlZXRzL3NoZWV0MS54bWxQSwUGAAAAAAQABAAMAQAAYQMAAAAA";

afterEach(() => vi.restoreAllMocks());

const code = (over: Partial<ListedInvitation> = {}): ListedInvitation => ({
  invitationId: "7301",
  activityId: "9001",
  activityTitle: "湖畔试驾日",
  guest: "欧阳静",
  state: "unused",
  dealerName: null,
  sessionTime: "2026-12-05T10:00:00+08:00",
  issuedBy: "沈若谷",
  door: "console",
  createdTime: "2026-11-26T10:04:00+08:00",
  expiresTime: "2026-12-05T10:00:00+08:00",
  usedTime: null,
  revokedTime: null,
  ...over,
});
const issued: IssuedInvitations = {
  codes: [{ name: "林晓岚", mobile: "13800001234", url: "https://m.qinglan.example/invited/9001?sec=Zx9" }],
  expiresTime: "2026-12-11T14:22:00+08:00",
};
const listOf = (rows: readonly object[]) => ({
  rows,
  next: null,
  count: rows.length,
  isCountExact: true,
  asOf: "2026-11-27T14:22:00+08:00",
});
const answers: Readonly<Record<string, unknown>> = {
  invitations: listOf([
    code(),
    code({ invitationId: "7302", state: "used", usedTime: "2026-11-27T09:00:00+08:00" }),
  ]),
  "invitations/counts": { unused: 1, used: 1, expired: 0, revoked: 0 },
  "invitations/check": { count: 1, faults: [{ row: 2, fault: "请填写姓名" }] },
  "invitations/issue": issued,
  "links/choices": { title: "湖畔试驾日", isOnline: false, isWhole: true, dealers: [], sessions: [] },
  activities: listOf([{ activityId: "9001", title: "湖畔试驾日", startTime: "2026-12-05T10:00:00+08:00" }]),
  views: { views: [] },
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });

test("CO29 the list has no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<InvitationsPage />, { at: "/invitations" });
  await expect.element(page.getByText("欧阳静").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO72 a list of guests is tried first; then codes of its good rows are shown once, and closing asks before they are lost", async () => {
  const sent = serve();
  showInConsole(<InvitationsPage />, { at: "/invitations" });
  await page.getByRole("button", { name: "生成邀请码" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /湖畔试驾日/ }).click();
  await dialog.getByRole("textbox", { name: /^客人名单/ }).fill("林晓岚 13800001234\n13800001299");
  await dialog.getByRole("button", { name: "试运行" }).click();
  await expect.element(page.getByText("可以生成 1 个邀请码")).toBeVisible();
  await expect.element(page.getByText("第 2 行")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await dialog.getByRole("button", { name: "生成 1 个" }).click();
  await expect.element(page.getByText(issued.codes[0]?.url ?? "")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  const batch = {
    activityId: "9001",
    dealerId: null,
    sessionId: null,
    days: 14,
    guests: "林晓岚 13800001234\n13800001299",
  };
  expect(sent.filter(({ url }) => url.pathname.endsWith("/issue")).map(({ body }) => body)).toEqual([
    { ...batch, count: 1 },
  ]);
  await page.getByRole("button", { name: "已保存，关闭" }).click();
  await expect.element(page.getByText(/还没有下载或复制/)).toBeVisible();
  await page.getByRole("button", { name: "仍然关闭" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("CO72 the result's file opens as text, and a list of guests is read from xlsx and from CSV in the usual encodings", async () => {
  const file = toResultFile(
    [{ name: '=1+1,"甲"', mobile: "", url: "https://a.example/x" }],
    ["姓名", "手机号", "链接"],
  );
  expect(file).toBe('\uFEFF姓名,手机号,链接\r\n"\'=1+1,""甲""",,https://a.example/x\r\n');
  // 姓名,手机 / 王小明,13800001234 in GBK.
  const gbk = Uint8Array.from(
    "d0d5c3fb2ccad6bbfa0acdf5d0a1c3f72c31333830303030313233340a".match(/../gu) ?? [],
    (pair) => Number.parseInt(pair, 16),
  );
  expect(await guestsOfFile(gbk)).toBe("王小明 13800001234");
  const utf8 = new TextEncoder().encode('\uFEFF"陈, 𠮷",上海\n周远\t13800001235\n');
  expect(await guestsOfFile(utf8)).toBe("陈, 𠮷\n周远 13800001235");
  expect(await guestsOfFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0]))).toBeNull();
  expect(await guestsOfFile(Uint8Array.from(atob(SHEET), (letter) => letter.charCodeAt(0)))).toBe(
    "王小明 13800001234\n欧阳静",
  );
});
