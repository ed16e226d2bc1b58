import "../ui/styles/tokens.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { CheckInList, Guest, PresentedCoupon } from "#contract/check-in/check-in.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../platform/testing/fake-server.ts";
import { CheckInView } from "./check-in-view.tsx";

const startTime = "2026-12-05T10:00:00+08:00";
const came = "2026-12-05T09:50:00+08:00";
const guestOf = (number: number): Guest => ({
  signUpId: String(number),
  name: `客人${number}`,
  mobile: `138****${String(number).padStart(4, "0")}`,
  startTime,
  answers: [],
  checkedInTime: null,
  checkedInBy: null,
});
const list = (guests: Guest[]): CheckInList => ({
  title: "冬季试驾",
  dealerName: null,
  address: "徐汇",
  startTime,
  endTime: "2026-12-05T12:00:00+08:00",
  expiresTime: "2027-01-01T00:00:00+08:00",
  total: guests.length,
  arrived: guests.filter(({ checkedInTime }) => checkedInTime !== null).length,
  guests,
  nextCursor: null,
});
let root: Root;
let stop: () => void;
/** Confirms every question. */
beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  stop = onChallenge((raised) => raised.kind === "dialog" && raised.answer(true));
  document.body.innerHTML = "<main id=root></main>";
});
afterEach(() => {
  root.unmount();
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
/** Opens the desk with a server. @param answer null: network failure @returns recorded requests */
async function openAs(answer: (request: FakeRequest) => object | null): Promise<FakeRequest[]> {
  const requests = fakeServer((request) => {
    const data = answer(request);
    return data && { code: "00", data };
  });
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<CheckInView link={"a".repeat(43)} by="小李" onChangeName={() => {}} />);
  await expect.element(page.getByText(/报名 \d+$/)).toBeVisible();
  return requests;
}
/** Opens the desk with a server that accepts every check-in and undo. */
const open = (guests: Guest[]): Promise<FakeRequest[]> =>
  openAs(({ name, body }) => {
    const { signUpId } = (body ?? {}) as { signUpId?: string };
    const guest = guests.find((one) => one.signUpId === signUpId) ?? null;
    if (name === "open") return list(guests);
    if (name === "undo")
      return { result: "done", guest: { ...guest, checkedInTime: null, checkedInBy: null } };
    return { result: "done", guest: { ...guest, checkedInTime: came, checkedInBy: "小李" } };
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const undone = (requests: FakeRequest[]) =>
  requests.filter(({ name }) => name === "undo").map(({ body }) => body);

test("L19 a mistaken check-in is undone, at once or from the list, and no longer counted", async () => {
  const colleagues = { ...guestOf(2), checkedInTime: came, checkedInBy: "小王" };
  const requests = await open([guestOf(1), colleagues]);
  await button("为 客人1 签到").click();
  await expect.element(page.getByText("签到成功")).toBeVisible();
  await expect.element(page.getByText("已到 2 / 报名 2")).toBeVisible();
  await button("撤销这次签到").click();
  await expect.element(page.getByText("签到已撤销，凭证恢复为未签到")).toBeVisible();
  await expect.element(page.getByText("已到 1 / 报名 2")).toBeVisible();
  expect(button("撤销这次签到").elements()).toEqual([]);
  await button("撤销 客人2 的签到").click();
  await expect.element(page.getByText("已到 0 / 报名 2")).toBeVisible();
  await expect.element(button("为 客人2 签到")).toBeVisible();
  const link = "a".repeat(43);
  expect(undone(requests)).toEqual([
    { link, signUpId: "1", checkedInTime: came },
    { link, signUpId: "2", checkedInTime: came },
  ]);
});

test("W10 a guest's answers are shown below the name, as text", async () => {
  await open([{ ...guestOf(1), answers: [{ label: "忌口", answer: "<i>花生</i>" }] }, guestOf(2)]);
  await expect.element(page.getByRole("definition")).toHaveTextContent("<i>花生</i>");
  await expect.element(page.getByRole("term")).toHaveTextContent("忌口");
});

test("L19 W11 a wide window shows the guests as a table that sorts by arrival and keeps its head", async () => {
  await page.viewport(1280, 800);
  const guests = [
    { ...guestOf(1), checkedInTime: came, checkedInBy: "小王" },
    { ...guestOf(2), name: "<b>郭宁</b>", answers: [{ label: "同行人数", answer: "3" }] },
    { ...guestOf(3), startTime: "2026-12-05T08:00:00+08:00" },
    ...Array.from({ length: 30 }, (_none, at) => guestOf(at + 10)),
  ];
  const requests = await open(guests);
  const names = () => [...document.querySelectorAll("tbody bdi")].map(({ textContent }) => textContent);
  await expect.element(page.getByRole("table", { name: "名单" })).toBeVisible();
  expect(names().slice(0, 3)).toEqual(["客人1", "<b>郭宁</b>", "客人3"]);
  await expect.element(page.getByRole("columnheader", { name: "报名信息" })).toBeVisible();
  await page.getByRole("button", { name: "签到", exact: true }).first().click();
  expect(names().at(-1)).toBe("客人1");
  await page.getByRole("button", { name: "场次", exact: true }).click();
  expect(names()[0]).toBe("客人3");
  const { violations } = await axe.run("main", { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  scrollTo(0, 900);
  const head = page.getByRole("columnheader", { name: "客人" });
  await expect.poll(() => Math.round(head.element().getBoundingClientRect().top)).toBe(72);
  scrollTo(0, 0);
  await button("为 <b>郭宁</b> 签到").click();
  await expect.element(button("撤销 <b>郭宁</b> 的签到")).toBeVisible();
  await button("撤销 <b>郭宁</b> 的签到").click();
  await expect.element(button("为 <b>郭宁</b> 签到")).toBeVisible();
  expect(undone(requests)).toEqual([{ link: "a".repeat(43), signUpId: "2", checkedInTime: came }]);
  await page.viewport(414, 896);
});

test("L19 a long list shows how many more guests there are, and a search finds them", async () => {
  await open(Array.from({ length: 130 }, (_none, at) => guestOf(at + 1)));
  await expect.element(page.getByText("还有 30 人，请按姓名或手机尾号查找")).toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(100);
  await page.getByRole("searchbox").fill("0129");
  await expect.element(button("为 客人129 签到")).toBeVisible();
  expect(page.getByText(/^还有/).elements()).toEqual([]);
});

test("L19 if the list holds only the first of very many guests, the server searches the others; all are counted", async () => {
  const [here, away, far] = [guestOf(1), guestOf(2), guestOf(3)];
  const requests = await openAs(({ name, body }) => {
    const { keyword, cursor } = (body ?? {}) as { keyword?: string; cursor?: string };
    if (name === "check-in")
      return { result: "done", guest: { ...away, checkedInTime: came, checkedInBy: "小李" } };
    const many = { ...list([here]), total: 2_500, arrived: 7, nextCursor: "a" };
    if (keyword === undefined) return many;
    return cursor === undefined ? { ...many, guests: [away] } : { ...many, guests: [far], nextCursor: null };
  });
  await expect.element(page.getByText("已到 7 / 报名 2500")).toBeVisible();
  await expect.element(page.getByText("还有 2499 人，请按姓名或手机尾号查找")).toBeVisible();
  await page.getByRole("searchbox").fill(" 客人 ");
  await button("为 客人2 签到").click();
  await expect.element(page.getByText("已到 8 / 报名 2500")).toBeVisible();
  await expect.element(button("撤销 客人2 的签到")).toBeVisible();
  expect(button("为 客人1 签到").elements()).toEqual([]);
  await button("继续查找").click();
  await expect.element(button("为 客人3 签到")).toBeVisible();
  await expect.element(button("撤销 客人2 的签到")).toBeVisible();
  expect(button("继续查找").elements()).toEqual([]);
  const link = "a".repeat(43);
  expect(requests.flatMap(({ name, body }) => (name === "open" ? [body] : [])).slice(-2)).toEqual([
    { link, keyword: "客人" },
    { link, keyword: "客人", cursor: "a" },
  ]);
});

test("L19 a guest checked in while the server searches stays checked in", async () => {
  const [one, other] = [guestOf(2), guestOf(3)];
  const page1 = { ...list([one]), total: 2_500, nextCursor: "a" };
  let come = (_answer: Response): void => {};
  const late = new Promise<Response>((resolve) => {
    come = resolve;
  });
  fakeServer(({ name, body }) => {
    if (name === "check-in")
      return {
        code: "00",
        data: { result: "done", guest: { ...one, checkedInTime: came, checkedInBy: "小李" } },
      };
    const { cursor } = (body ?? {}) as { cursor?: string };
    return cursor === undefined ? { code: "00", data: page1 } : late;
  });
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<CheckInView link={"a".repeat(43)} by="小李" onChangeName={() => {}} />);
  await page.getByRole("searchbox").fill("客人");
  await button("继续查找").click();
  await button("为 客人2 签到").click();
  await expect.element(button("撤销 客人2 的签到")).toBeVisible();
  come(responseOf({ data: { ...page1, guests: [other], nextCursor: null } }));
  await expect.element(button("为 客人3 签到")).toBeVisible();
  await expect.element(button("撤销 客人2 的签到")).toBeVisible();
});

test("L19 a failed search is reported and can be retried", async () => {
  let isDown = true;
  await openAs(({ body }) => {
    const { keyword } = (body ?? {}) as { keyword?: string };
    if (keyword === undefined) return { ...list([guestOf(1)]), total: 2_500, nextCursor: "a" };
    return isDown ? null : { ...list([]), total: 2_500 };
  });
  await page.getByRole("searchbox").fill("9999");
  await expect.element(page.getByText("查找没有成功，请再试一次")).toBeVisible();
  isDown = false;
  await button("重试").click();
  await expect.element(page.getByText("没有符合的人")).toBeVisible();
});

test("K22 a check-in on another day than the session's is recognised by the server's clock, not the phone's", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-07T10:00:00+08:00") });
  await open([guestOf(1), { ...guestOf(2), startTime: "2026-12-07T10:00:00+08:00" }]);
  await button("为 客人1 签到").click();
  await expect.element(page.getByText("签到成功")).toBeVisible();
  expect(page.getByText(/^注意：场次是/).elements()).toEqual([]);
  await button("为 客人2 签到").click();
  await expect.element(page.getByText("注意：场次是 12月7日 周一 10:00")).toBeVisible();
});

test("W10 L19 an activity cancelled meanwhile: the check-in is refused and the page's head shows it from then on", async () => {
  const guests = [guestOf(1)];
  const standing = { ...list(guests) };
  fakeServer(({ name }) => {
    if (name === "open") return { code: "00", data: standing };
    return responseOf({ status: 633, code: "633", message: "活动已取消：因暴雨天气" });
  });
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<CheckInView link={"a".repeat(43)} by="小李" onChangeName={() => {}} />);
  await expect.element(button("为 客人1 签到")).toBeVisible();
  standing.calledOff = { time: startTime, reason: "因暴雨天气" };
  await button("为 客人1 签到").click();
  await expect.element(page.getByText("活动已取消：因暴雨天气", { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("活动已取消，不能再签到；已发的卡券仍可核销。取消原因：因暴雨天气");
  expect(button("为 客人1 签到").elements()).toEqual([]);
});

test("M12 a mistaken redemption is undone, and the coupon can be redeemed again", async () => {
  const coupon: PresentedCoupon = {
    code: "4K7M 9QXT 2B6H",
    name: "冬季保养抵用券",
    summary: "全国通用",
    value: "¥200",
    condition: "满 999 可用",
    state: "usable",
    validTo: "2027-02-01T00:00:00+08:00",
    usedTime: null,
    usedBy: null,
  };
  const requests = await openAs(({ name }) => {
    if (name === "open") return list([guestOf(1)]);
    if (name === "check-in") return { result: "coupon", guest: null, coupon };
    if (name === "undo") return { result: "done", coupon };
    return { result: "done", coupon: { ...coupon, state: "used", usedTime: came, usedBy: "小李" } };
  });
  await page.getByRole("textbox", { name: "凭证号、券码或提货码" }).fill(coupon.code);
  await button("确认").click();
  await expect.element(page.getByText("这张券可以使用")).toBeVisible();
  expect(button("撤销这次核销").elements()).toEqual([]);
  await button("核销这张券").click();
  await expect.element(page.getByText("券已核销")).toBeVisible();
  // The pressed button has disappeared: keyboard focus moves to the outcome.
  const focused = () => document.activeElement?.textContent ?? "";
  await expect.poll(focused).toContain("券已核销");
  await button("撤销这次核销").click();
  await expect.element(page.getByText("核销已撤销，券恢复为未使用")).toBeVisible();
  await expect.poll(focused).toMatch(/^核销已撤销/);
  await expect.element(button("核销这张券")).toBeVisible();
  expect(button("撤销这次核销").elements()).toEqual([]);
  expect(undone(requests)).toEqual([{ link: "a".repeat(43), code: coupon.code, usedTime: came }]);
});
