import { expect, test } from "vitest";
import { noHistory, noted, redone, undone, type History, type Placed } from "./history.ts";

const text = (key: number, html: string): Placed => ({ key, block: { kind: "text", html } });
type State = { list: readonly Placed[]; history: History };
const changed = ({ list, history }: State, after: readonly Placed[], now: number): State => ({
  list: after,
  history: noted(history, list, after, now),
});
const start: State = { list: [text(1, "a"), text(2, "b")], history: noHistory };
const shown = ({ list }: { list: readonly Placed[] }) => list.map(({ block }) => block["html"]);

test("W10 what was typed on is one step, another block another one; all of it goes back and forth", () => {
  const first = changed(start, [text(1, "ax"), start.list[1] as Placed], 0);
  const on = changed(first, [text(1, "axy"), first.list[1] as Placed], 1_000);
  const other = changed(on, [on.list[0] as Placed, text(2, "bz")], 1_500);
  const later = changed(other, [text(1, "axy!"), other.list[1] as Placed], 9_000);
  expect(later.history.past).toHaveLength(3);
  let now: State = later;
  const seen = [shown(now)];
  for (let step = undone(now.history, now.list); step; step = undone(now.history, now.list)) {
    now = step;
    seen.push(shown(now));
  }
  expect(seen).toEqual([
    ["axy!", "bz"],
    ["axy", "bz"],
    ["axy", "b"],
    ["a", "b"],
  ]);
  for (let step = redone(now.history, now.list); step; step = redone(now.history, now.list)) now = step;
  expect(shown(now)).toEqual(["axy!", "bz"]);
});

test("W10 a block that comes back with another text is made anew, the others are not; a new change forgets what was taken back", () => {
  const after = changed(start, [text(1, "ax"), start.list[1] as Placed], 0);
  const back = undone(after.history, after.list);
  expect(back?.list.map(({ key, revision }) => [key, revision])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  const on = changed(back ?? start, [text(2, "b")], 10);
  expect([redone(on.history, on.list), undone(noHistory, on.list)]).toEqual([null, null]);
});

test("W10 a block on its way to another place is one step, and no more than fifty are kept", () => {
  const [one, two] = start.list as [Placed, Placed];
  let state = changed(start, [two, one], 0);
  state = changed(state, [one, two], 100);
  expect(state.history.past).toHaveLength(1);
  for (let at = 0; at < 80; at++) state = changed(state, [text(1, String(at)), two], at * 5_000);
  expect(state.history.past).toHaveLength(50);
});
