import { expect, it } from "vitest";
import { lazyOverlay } from "./lazy-overlay.ts";
import { raisedWith, toasts } from "../testing/show.tsx";

it("Z11 an overlay opens when its script has loaded; a failure is shown and the next try can succeed", async () => {
  const raised = raisedWith();
  let opened = 0;
  let isOnline = false;
  const failure = new TypeError("Failed to fetch dynamically imported module: /assets/sheet.js");
  const load = (): Promise<{ default: () => null }> =>
    isOnline ? Promise.resolve({ default: () => null }) : Promise.reject(failure);
  const { whenLoaded } = lazyOverlay(load);
  whenLoaded(() => opened++);
  await expect.poll(() => toasts(raised)).toEqual(["网络好像断开了"]);
  expect(opened).toBe(0);
  isOnline = true;
  whenLoaded(() => opened++);
  await expect.poll(() => opened).toBe(1);
});
