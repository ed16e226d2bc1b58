import "../ui/tokens.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { CheckInList, Guest } from "#contract/check-in.ts";
import { demoBrand } from "#contract/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/site.ts";
import { fakeServer, type FakeRequest } from "../platform/testing/fake-server.ts";
import { Desk } from "./desk.tsx";

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
  guests,
});
let root: Root;
let stop: () => void;
/** Who asks is sure of it. */
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
/** A desk whose server checks everybody in, and takes it back. @returns what it was asked */
async function open(guests: Guest[]): Promise<FakeRequest[]> {
  const requests = fakeServer(({ name, body }) => {
    const { signUpId } = (body ?? {}) as { signUpId?: string };
    const guest = guests.find((one) => one.signUpId === signUpId) ?? null;
    if (name === "open") return { code: "00", data: list(guests) };
    if (name === "undo")
      return {
        code: "00",
        data: { result: "done", guest: { ...guest, checkedInTime: null, checkedInBy: null } },
      };
    return {
      code: "00",
      data: { result: "done", guest: { ...guest, checkedInTime: came, checkedInBy: "小李" } },
    };
  });
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<Desk link={"a".repeat(43)} by="小李" onChangeWho={() => {}} />);
  await expect.element(page.getByText(new RegExp(`报名 ${guests.length}$`))).toBeVisible();
  return requests;
}
const button = (name: string) => page.getByRole("button", { name, exact: true });
const undone = (requests: FakeRequest[]) =>
  requests.filter(({ name }) => name === "undo").map(({ body }) => body);

test("L19 a check-in by mistake is taken back, at once or from the list, and counts no more", async () => {
  const colleagues = { ...guestOf(2), checkedInTime: came, checkedInBy: "小王" };
  const requests = await open([guestOf(1), colleagues]);
  await button("为 客人1 签到").click();
  await expect.element(page.getByText("签到成功")).toBeVisible();
  await expect.element(page.getByText("已到 2 / 报名 2")).toBeVisible();
  await button("撤销这次签到").click();
  await expect.element(page.getByText("签到已撤销，凭证恢复为未核销")).toBeVisible();
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

test("W10 a guest's answers stand below their name, as text", async () => {
  await open([{ ...guestOf(1), answers: [{ label: "忌口", answer: "<i>花生</i>" }] }, guestOf(2)]);
  await expect.element(page.getByRole("definition")).toHaveTextContent("<i>花生</i>");
  await expect.element(page.getByRole("term")).toHaveTextContent("忌口");
});

test("L19 of many guests the list says how many more there are, and looking for one of them finds them", async () => {
  await open(Array.from({ length: 130 }, (_none, at) => guestOf(at + 1)));
  await expect.element(page.getByText("还有 30 人，请按姓名或手机尾号查找")).toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(100);
  await page.getByRole("searchbox").fill("0129");
  await expect.element(button("为 客人129 签到")).toBeVisible();
  expect(page.getByText(/^还有/).elements()).toEqual([]);
});

test("K22 another day than the session's is told by the server's clock, whatever the phone's says", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-07T10:00:00+08:00") });
  await open([guestOf(1), { ...guestOf(2), startTime: "2026-12-07T10:00:00+08:00" }]);
  await button("为 客人1 签到").click();
  await expect.element(page.getByText("签到成功")).toBeVisible();
  expect(page.getByText(/^注意：场次是/).elements()).toEqual([]);
  await button("为 客人2 签到").click();
  await expect.element(page.getByText("注意：场次是 12月07日 周一 10:00")).toBeVisible();
});
