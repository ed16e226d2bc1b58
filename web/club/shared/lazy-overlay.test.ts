import { expect, it } from "vitest";
import { lazyOverlay } from "./lazy-overlay.ts";
import { raisedWith, toasts } from "../testing/show.tsx";

it("Z11 what is opened over a screen opens when its script is there; where that is lost it is told, and can be tried again", async () => {
  const raised = raisedWith();
  let opened = 0;
  let isOnline = false;
  const lost = new TypeError("Failed to fetch dynamically imported module: /assets/sheet.js");
  const load = (): Promise<{ default: () => null }> =>
    isOnline ? Promise.resolve({ default: () => null }) : Promise.reject(lost);
  const { whenReady } = lazyOverlay(load);
  whenReady(() => opened++);
  await expect.poll(() => toasts(raised)).toEqual(["网络好像断开了"]);
  expect(opened).toBe(0);
  isOnline = true;
  whenReady(() => opened++);
  await expect.poll(() => opened).toBe(1);
});
