import { expect, test } from "vitest";
import type { SessionSeats } from "#contract/console/activity/sessions.ts";
import {
  changesOf,
  filledDown,
  gridOf,
  isCellFaulty,
  pastedCells,
  seatChangesOf,
  withPasted,
} from "./grid-rules.ts";

const session = (
  sessionId: string,
  hour: string,
  dealerId: string | null,
  quota: number,
  taken = 0,
): SessionSeats => ({
  sessionId,
  dealerId,
  startTime: `2026-12-05T${hour}:00:00+08:00`,
  endTime: `2026-12-05T${hour}:30:00+08:00`,
  quota,
  taken,
  waiting: 0,
  canWrite: sessionId !== "4",
});
const sessions = [
  session("1", "09", "d1", 12, 8),
  session("2", "09", "d2", 10),
  session("3", "10", "d1", 12),
  session("4", "10", "d2", 10),
  session("5", "11", "d1", 12),
];
const dealers = [
  { id: "d1", name: "徐汇", status: "BC500001" },
  { id: "d2", name: "闵行", status: "BC500001" },
  { id: "d3", name: "没有场次", status: "BC500001" },
];
const grid = gridOf({ sessions, dealers }, "不限门店");

test("CO53 sessions stand by time and dealer, a second one of the same time in a row of its own", () => {
  expect(grid.columns.map(({ name }) => name)).toEqual(["徐汇", "闵行"]);
  expect(grid.rows.map(({ cells }) => cells.map((cell) => cell?.sessionId ?? null))).toEqual([
    ["1", "2"],
    ["3", "4"],
    ["5", null],
  ]);
  const twice = gridOf({ sessions: [...sessions, session("6", "09", "d1", 3)], dealers }, "");
  expect(twice.rows.at(-1)?.cells.map((cell) => cell?.sessionId ?? null)).toEqual(["6", null]);
});

test("CO53 a quota may be what is taken and not below; changes are counted", () => {
  const [first] = sessions;
  expect(["8", "7", "", "x"].map((text) => first && isCellFaulty(first, { "1": text }))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(changesOf(sessions, { "1": "16", "2": "10", "3": "10" })).toMatchObject({ seats: 2, faulty: 0 });
  expect(seatChangesOf(sessions, { "3": "14" })).toMatchObject([
    { sessionId: "3", was: { quota: 12 }, value: { quota: 14, dealerId: "d1" } },
  ]);
});

test("CO53 a pasted table fills from its cell on, and leaves what it may not or cannot", () => {
  const cells = pastedCells("16\t9\r\n14\t8\nx\t1\n");
  expect(cells).toEqual([
    ["16", "9"],
    ["14", "8"],
    ["x", "1"],
  ]);
  expect(withPasted(grid, {}, { row: 0, column: 0 }, cells)).toEqual({
    typed: { "1": "16", "2": "9", "3": "14" },
    count: 3,
  });
});

test("CO53 filling down repeats a value in the cells below", () => {
  expect(filledDown(grid, { "1": "20" }, { row: 0, column: 0 })).toEqual({ "1": "20", "3": "20", "5": "20" });
});
