import { afterEach, expect, test, vi } from "vitest";
import { runInTasks } from "./yield-to-main.ts";

afterEach(() => vi.restoreAllMocks());

let ran: string[] = [];
/** A step that says when it runs, and when the browser next had time for something else. */
const step = (name: string) => () => {
  ran.push(name);
  setTimeout(() => ran.push(`${name} over`));
  if (name === "b") throw new Error("broken");
};
const steps = [step("a"), step("b"), async () => step("c")()];

test("X01 each step has a task of its own, in order, whatever one of them throws", async () => {
  ran = [];
  await runInTasks(steps);
  await vi.waitFor(() => expect(ran).toContain("c over"));
  expect(ran).toEqual(["a", "a over", "b", "b over", "c", "c over"]);
});

test("X01 in a page that is looked away from nothing is waited for", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  ran = [];
  await runInTasks(steps);
  await vi.waitFor(() => expect(ran).toContain("c over"));
  expect(ran).toEqual(["a", "b", "c", "a over", "b over", "c over"]);
});
