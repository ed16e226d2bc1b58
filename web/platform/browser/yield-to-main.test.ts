import { afterEach, expect, test, vi } from "vitest";
import { runInTasks } from "./yield-to-main.ts";

afterEach(() => vi.restoreAllMocks());

let ran: string[] = [];
/** A step that records when it runs and when the browser next had time for something else. */
const step = (name: string) => () => {
  ran.push(name);
  setTimeout(() => ran.push(`${name} over`));
  if (name === "b") throw new Error("broken");
};
const steps = [step("a"), step("b"), async () => step("c")()];

test("X01 each step runs in its own task, in order, even if one of them throws", async () => {
  ran = [];
  await runInTasks(steps);
  await vi.waitFor(() => expect(ran).toContain("c over"));
  expect(ran).toEqual(["a", "a over", "b", "b over", "c", "c over"]);
});

test("X01 a hidden page runs the steps without waiting", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  ran = [];
  await runInTasks(steps);
  await vi.waitFor(() => expect(ran).toContain("c over"));
  expect(ran).toEqual(["a", "b", "c", "a over", "b over", "c over"]);
});
