import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { CheckInList, PresentedPickup } from "#contract/check-in/check-in.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer, type FakeRequest } from "../platform/testing/fake-server.ts";
import { violations } from "../ui/testing/show.tsx";
import { CheckInView } from "./check-in-view.tsx";

const came = "2026-12-05T09:50:00+08:00";
const emptyList: CheckInList = {
  title: "冬季试驾",
  dealerName: "滨江中心",
  address: "徐汇",
  startTime: came,
  endTime: "2026-12-05T12:00:00+08:00",
  expiresTime: "2027-01-01T00:00:00+08:00",
  total: 0,
  arrived: 0,
  guests: [],
  nextCursor: null,
};
/** Opens the desk, where every question is confirmed. @returns recorded requests */
async function openAs(answer: (request: FakeRequest) => object): Promise<FakeRequest[]> {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  onTestFinished(onChallenge((raised) => raised.kind === "dialog" && raised.answer(true)));
  document.body.innerHTML = "<main id=root></main>";
  const requests = fakeServer((request) => ({ code: "00", data: answer(request) }));
  const root = createRoot(document.getElementById("root") ?? document.body);
  onTestFinished(() => root.unmount());
  root.render(<CheckInView link={"a".repeat(43)} by="小李" onChangeName={() => {}} />);
  await expect.element(page.getByText(/报名 \d+$/)).toBeVisible();
  return requests;
}

test("a pick-up order is shown with its goods and handed over after a question; another dealer's is not", async () => {
  const pickup: PresentedPickup = {
    code: "7K3M 9QX2 ABCD",
    orderNo: "M26112700000001",
    state: "ready",
    dealerName: "滨江中心",
    handedTime: null,
    lines: [{ title: "车载保温杯", optionValues: ["银"], qty: 2 }],
  };
  let isOwn = true;
  const requests = await openAs(({ name }) => {
    if (name === "open") return emptyList;
    if (name === "check-in")
      return isOwn
        ? { result: "pickup", guest: null, pickup }
        : { result: "pickupElsewhere", guest: null, pickup: { ...pickup, lines: [] } };
    return { result: "done", pickup: { ...pickup, state: "done", handedTime: came } };
  });
  const enter = async () => {
    await page.getByRole("textbox", { name: "凭证号、券码或提货码" }).fill(pickup.code);
    await page.getByRole("button", { name: "确认", exact: true }).click();
  };
  await enter();
  await expect.element(page.getByText("车载保温杯 · 银 · × 2")).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "确认交货" }).click();
  await expect.element(page.getByText("已交货，订单完成")).toBeVisible();
  expect(await violations()).toEqual([]);
  await expect.element(page.getByRole("button", { name: "确认交货" })).not.toBeInTheDocument();
  const handed = requests.filter(({ name }) => name === "pickup").map(({ body }) => body);
  expect(handed).toEqual([{ link: "a".repeat(43), code: pickup.code }]);
  isOwn = false;
  await enter();
  await expect.element(page.getByText("不是本店的自提订单，请到滨江中心提货")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "确认交货" })).not.toBeInTheDocument();
});
