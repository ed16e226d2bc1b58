import { expect, test } from "vitest";
import { afterSaleStates } from "#contract/order/order-state.ts";
import { caseSteps } from "./case-steps.ts";

const marks = { done: "✓", current: "→", failed: "✗", open: "·" } as const;
const shown = (kind: "refund" | "return", state: (typeof afterSaleStates)[number]): string =>
  caseSteps({ kind, state })
    .map((step) => marks[step.state] + step.name)
    .join(" ");

test("the steps of a return, state by state", () => {
  expect(afterSaleStates.map((state) => shown("return", state))).toEqual([
    "✓提交申请 →商家审核 ·寄回商品 ·退款",
    "✓提交申请 ✓商家审核 →寄回商品 ·退款",
    "✓提交申请 ✓商家审核 →寄回商品 ·退款",
    "✓提交申请 ✓商家审核 →寄回商品 ·退款",
    "✓提交申请 ✓商家审核 ✓寄回商品 →退款",
    "✓提交申请 ✓商家审核 ✓寄回商品 ✓退款",
    "✓提交申请 ✗未通过 ·寄回商品 ·退款",
    "✓提交申请 ✗已撤销 ·寄回商品 ·退款",
    "✓提交申请 ✓商家审核 ✗未寄回 ·退款",
  ]);
});

test("a refund without a return has three steps", () => {
  expect(shown("refund", "asked")).toBe("✓提交申请 →商家审核 ·退款");
  expect(shown("refund", "refunding")).toBe("✓提交申请 ✓商家审核 →退款");
  expect(shown("refund", "done")).toBe("✓提交申请 ✓商家审核 ✓退款");
});
