import { expect, test } from "vitest";
import { needsSecondOperator, nextRefundState, refundDelay, refundEvents, refundStates } from "./rules.ts";

test("MA68 every pair of a refund's state and event is in a table, and others are refused", () => {
  const table = Object.fromEntries(
    refundStates.map((state) => [
      state,
      refundEvents.map((event) => nextRefundState(state, event) ?? "-").join(" "),
    ]),
  );
  // approve decline resubmit send succeed fail close retry settle
  expect(table).toEqual({
    waiting: "due closed waiting - - - - - -",
    due: "- - - sent success - closed due -",
    sent: "- - - sent success abnormal closed sent success",
    abnormal: "- - - abnormal success abnormal closed abnormal success",
    closed: "- - waiting - success - closed sent success",
    success: "- - - - - - - - -",
  });
});

test("MA68 a refund without news is asked after 1, 2, 4 … 60 minutes", () => {
  const minutes = [1, 2, 3, 6, 7, 8, 400].map((tries) => refundDelay(tries) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 32, 60, 60, 60]);
});

test("MA94 only refunds that an operator asked for wait, and only above the limit", () => {
  expect(needsSecondOperator({ askedBy: "ops-1", amountFen: 200_001 }, 200_000)).toBe(true);
  expect(needsSecondOperator({ askedBy: "ops-1", amountFen: 200_000 }, 200_000)).toBe(false);
  expect(needsSecondOperator({ askedBy: null, amountFen: 9_000_000 }, 200_000)).toBe(false);
});
