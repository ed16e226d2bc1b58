import { expect, test } from "vitest";
import {
  emptyHistory,
  recordChange,
  redoChange,
  undoChange,
  type UndoHistory,
  type KeyedBlock,
} from "./undo-history.ts";

const text = (key: number, html: string): KeyedBlock => ({ key, block: { kind: "text", html } });
type State = { list: readonly KeyedBlock[]; history: UndoHistory };
const changed = ({ list, history }: State, after: readonly KeyedBlock[], now: number): State => ({
  list: after,
  history: recordChange(history, list, after, now),
});
const start: State = { list: [text(1, "a"), text(2, "b")], history: emptyHistory };
const shown = ({ list }: { list: readonly KeyedBlock[] }) => list.map(({ block }) => block["html"]);

test("W10 continuous typing in a block is one step; all steps can be undone and redone", () => {
  const first = changed(start, [text(1, "ax"), start.list[1] as KeyedBlock], 0);
  const on = changed(first, [text(1, "axy"), first.list[1] as KeyedBlock], 1_000);
  const other = changed(on, [on.list[0] as KeyedBlock, text(2, "bz")], 1_500);
  const later = changed(other, [text(1, "axy!"), other.list[1] as KeyedBlock], 9_000);
  expect(later.history.past).toHaveLength(3);
  let now: State = later;
  const seen = [shown(now)];
  for (let step = undoChange(now.history, now.list); step; step = undoChange(now.history, now.list)) {
    now = step;
    seen.push(shown(now));
  }
  expect(seen).toEqual([
    ["axy!", "bz"],
    ["axy", "bz"],
    ["axy", "b"],
    ["a", "b"],
  ]);
  for (let step = redoChange(now.history, now.list); step; step = redoChange(now.history, now.list))
    now = step;
  expect(shown(now)).toEqual(["axy!", "bz"]);
});

test("W10 undoing recreates the inputs of changed blocks only; a new change discards the steps to redo", () => {
  const after = changed(start, [text(1, "ax"), start.list[1] as KeyedBlock], 0);
  const back = undoChange(after.history, after.list);
  expect(back?.list.map(({ key, revision }) => [key, revision])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  const on = changed(back ?? start, [text(2, "b")], 10);
  expect([redoChange(on.history, on.list), undoChange(emptyHistory, on.list)]).toEqual([null, null]);
});

test("W10 moving a block over several positions is one step; at most fifty steps are kept", () => {
  const [one, two] = start.list as [KeyedBlock, KeyedBlock];
  let state = changed(start, [two, one], 0);
  state = changed(state, [one, two], 100);
  expect(state.history.past).toHaveLength(1);
  for (let at = 0; at < 80; at++) state = changed(state, [text(1, String(at)), two], at * 5_000);
  expect(state.history.past).toHaveLength(50);
});
