import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import * as orderCss from "../shared/order.module.css";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { OrderSummary } from "#contract/order/order.ts";
import { orderActions, type OrderAction } from "#contract/order/order-state.ts";
import { setSite } from "../../platform/environment/site.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { show } from "../../ui/testing/show.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { ActionButtons } from "./action-buttons.tsx";

const orderOf = (actions: OrderAction[]): OrderSummary => ({
  orderId: "7",
  orderNo: "M26112712345678",
  state: "pending",
  stateText: "待付款",
  delivery: "express",
  lines: [],
  payableFen: 100,
  refundedFen: 0,
  payBefore: "2026-11-27T10:00:00+08:00",
  createdTime: "2026-11-27T09:30:00+08:00",
  actions,
});
const shown = (): string[] =>
  page
    .getByRole("button")
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(() => {
  setSite(siteForTests);
  currentSession.save({
    accessToken: "token",
    userInfo: { openId: "o", mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false },
  } as Parameters<typeof currentSession.save>[0]);
});
afterEach(() => {
  vi.restoreAllMocks();
  currentSession.clear();
});

test("MA61 the buttons are exactly the server's list, whatever its order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...orderActions]), async (actions) => {
      show(<ActionButtons order={orderOf(actions)} onChanged={() => {}} />);
      await vi.waitFor(() =>
        expect(shown().toSorted()).toEqual(actions.map((action) => orderMessages.actions[action]).toSorted()),
      );
    }),
    { numRuns: 25 },
  );
});

test("去付款 is the last and most prominent one", async () => {
  show(<ActionButtons order={orderOf(["pay", "cancel", "changeAddress"])} onChanged={() => {}} />);
  await vi.waitFor(() => expect(shown().at(-1)).toBe(orderMessages.actions.pay));
});

test.each([
  [true, 1],
  [false, 0],
])(
  "MA61 cancelling asks first: answer %s makes %i calls, and the order is loaded again",
  async (yes, calls) => {
    const stop = onChallenge((each) => {
      if (each.kind === "dialog") each.answer(yes);
      if (each.kind === "toast") each.answer();
    });
    const requests = fakeServer(() => ({ code: "ORDER_STATE", message: "订单状态已更新，请刷新后查看" }));
    const onChanged = vi.fn<() => void>();
    show(<ActionButtons order={orderOf(["cancel"])} onChanged={onChanged} />);
    await page.getByRole("button", { name: orderMessages.actions.cancel }).click();
    const cancels = () => requests.filter(({ url }) => url.pathname.includes("order/cancel/7"));
    await vi.waitFor(() => expect(cancels()).toHaveLength(calls));
    // A refusal means that the order has moved on elsewhere.
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(calls));
    if (typeof stop === "function") stop();
  },
);

test("MA61 the order's own page has no button that leads to it", async () => {
  show(<ActionButtons order={orderOf(["track", "receive", "pickup"])} onChanged={() => {}} isOnPage />);
  await vi.waitFor(() => expect(shown()).toEqual(["确认收货"]));
});

test("MA109 in a narrow bar the main action is on show, whatever else there is", async () => {
  const actions: OrderAction[] = ["refund", "afterSale", "extend", "again", "receive"];
  show(
    <div style={{ width: 300, display: "flex" }} className={orderCss.barButtons}>
      <ActionButtons order={orderOf(actions)} onChanged={() => {}} size="small" isOnPage />
    </div>,
  );
  const main = page.getByRole("button", { name: "确认收货" });
  await expect.element(main).toBeVisible();
  const bar = main.element().closest("div")?.parentElement?.getBoundingClientRect();
  const { left, right } = main.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(bar?.left ?? Infinity);
  expect(right).toBeLessThanOrEqual((bar?.right ?? 0) + 1);
});
