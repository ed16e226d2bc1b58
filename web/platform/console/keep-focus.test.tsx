import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus.ts";

let stop = (): void => {};
beforeEach(() => {
  document.body.innerHTML = `<main id="content" tabindex="-1"><button>发布</button><button>关闭</button></main>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});
const [publish, close] = ["button", "button:last-child"].map(
  (selector) => () => document.querySelector<HTMLElement>(selector),
) as [() => HTMLElement | null, () => HTMLElement | null];
const content = () => document.getElementById("content");

test("the content gets the focus of an element that was removed", async () => {
  publish()?.focus();
  publish()?.remove();
  await expect.poll(() => document.activeElement).toBe(content());
});
test("focus that moved elsewhere stays there", async () => {
  publish()?.focus();
  const removed = publish();
  const other = close();
  removed?.remove();
  other?.focus();
  const frames = Promise.withResolvers<void>();
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => frames.resolve())));
  await frames.promise;
  expect(document.activeElement).toBe(other);
});
test("an element without the focus is removed without an effect", async () => {
  close()?.focus();
  publish()?.remove();
  const frames = Promise.withResolvers<void>();
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => frames.resolve())));
  await frames.promise;
  expect(document.activeElement?.textContent).toBe("关闭");
});
