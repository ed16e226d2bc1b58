import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import { useState } from "react";
import backFirst from "./back-first.js?raw";
import { createRoot, type Root } from "react-dom/client";
import { createBrowserRouter, Link, RouterProvider, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { setSite } from "../platform/environment/site.ts";
import { dropOverlayEntries, leaveOverlayEntries } from "../platform/navigation/overlay-history.ts";
import { Button } from "../ui/form/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { overlaySamples } from "./testing/overlay-samples.tsx";

let kind: keyof typeof overlaySamples = "sheet";
let isBusy = false;
const load = vi.fn<() => null>(() => null);
const routed = vi.fn<(key: string) => void>();

/** A page whose sheets open each other and contain links. */
function Shown() {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"none" | "any" | "outer" | "inner" | "next">("none");
  const [isDone, setDone] = useState(false);
  const close = () => setOpen("none");
  routed(key);
  return (
    <main>
      <h1>{pathname + search}</h1>
      <Button onClick={() => setOpen("any")}>打开</Button>
      <Button onClick={() => setOpen("outer")}>打开两层</Button>
      {open === "any" && overlaySamples[kind](close)}
      <Sheet
        isOpen={open === "outer" || open === "inner"}
        title="外层"
        onClose={close}
        isBusy={isBusy && !isDone}
      >
        <Button onClick={() => setOpen("inner")}>里层</Button>
        <Button onClick={() => setOpen("next")}>换一个</Button>
        <Link to="/third">前往</Link>
        <Link to="/third" onClick={close}>
          关了前往
        </Link>
        <Button onClick={() => void navigate("?city=1", { replace: true })}>换城市</Button>
        <Button onClick={() => setDone(true)}>办完</Button>
        <Button onClick={() => void navigate(-1)}>回上一页</Button>
        <Button
          onClick={() => {
            close();
            void Promise.resolve().then(() => navigate(-1));
          }}
        >
          关了回上一页
        </Button>
        <Sheet isOpen={open === "inner"} title="内层" onClose={() => setOpen("outer")}>
          <Link to="/third">从里层前往</Link>
        </Sheet>
      </Sheet>
      <Dialog isOpen={open === "next"} title="下一个" onClose={close}>
        {null}
      </Dialog>
    </main>
  );
}

let root: Root;
let router: ReturnType<typeof createBrowserRouter>;
const before = location.href;
// Like in every page's head.
document.head.append(Object.assign(document.createElement("script"), { textContent: backFirst }));
/** Each test runs on the second page of a visit. */
beforeEach(async () => {
  kind = "sheet";
  isBusy = false;
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  document.body.replaceChildren(document.createElement("div"));
  history.pushState(null, "", "/first");
  router = createBrowserRouter([{ path: "*", element: <Shown />, loader: load }]);
  root = createRoot(document.body.firstElementChild as Element);
  root.render(<RouterProvider router={router} />);
  await onPage("/first");
  await router.navigate("/second");
  await onPage("/second");
  load.mockClear();
  routed.mockClear();
});
afterEach(async () => {
  root.unmount();
  await steps();
  router.dispose();
  history.replaceState(null, "", before);
});
async function onPage(path: string): Promise<void> {
  await expect.poll(() => document.querySelector("h1")?.textContent).toBe(path);
}
/** Waits for a step in the history and its consequences; a fixed time, since no event says that none follows. */
const steps = () => new Promise((resolve) => setTimeout(resolve, 250));
const depth = (): number => (history.state as { sheet?: number } | null)?.sheet ?? 0;
async function untilDepth(wanted: number): Promise<void> {
  await expect.poll(depth).toBe(wanted);
}
const tap = (name: string) => page.getByRole("button", { name, exact: true }).click();
const count = (): number => document.querySelectorAll("[role=dialog],[role=alertdialog]").length;
async function untilCount(wanted: number): Promise<void> {
  await expect.poll(count).toBe(wanted);
}
async function openOne(name = "打开"): Promise<void> {
  await tap(name);
  await untilCount(1);
  await untilDepth(1);
}
async function back(): Promise<void> {
  history.back();
  await steps();
}

it.each(Object.keys(overlaySamples) as (keyof typeof overlaySamples)[])(
  "Back closes a %s, and the page stays as it was; Forward opens nothing",
  async (one) => {
    kind = one;
    await openOne();
    await back();
    await untilCount(0);
    await onPage("/second");
    expect(document.activeElement?.textContent).toBe("打开");
    history.forward();
    await steps();
    expect([count(), depth()]).toEqual([0, 0]);
    // The router was not notified.
    expect([load.mock.calls.length, new Set(routed.mock.calls.flat()).size]).toEqual([0, 1]);
    await back();
    await onPage("/first");
  },
);

it("closed otherwise it leaves no entry: Back leads to the previous page", async () => {
  await openOne();
  await userEvent.keyboard("{Escape}");
  await untilCount(0);
  await untilDepth(0);
  expect(load).not.toHaveBeenCalled();
  await openOne();
  await tap("关闭");
  await untilDepth(0);
  await back();
  await onPage("/first");
});

it("Back closes nested sheets one by one", async () => {
  await openOne("打开两层");
  await tap("里层");
  await untilCount(2);
  await untilDepth(2);
  await back();
  await untilCount(1);
  await expect.element(page.getByRole("dialog", { name: "外层" })).toBeVisible();
  await back();
  await untilCount(0);
  await onPage("/second");
});

it("a sheet that is replaced by another one leaves its entry to it", async () => {
  await openOne("打开两层");
  const entries = history.length;
  await tap("换一个");
  await expect.element(page.getByRole("alertdialog", { name: "下一个" })).toBeVisible();
  await steps();
  expect([depth(), history.length]).toEqual([1, entries]);
  await back();
  await untilCount(0);
  await onPage("/second");
});

it.each(["前往", "关了前往"])("a navigation from a sheet (%s) takes its entry", async (name) => {
  await openOne("打开两层");
  await page.getByRole("link", { name, exact: true }).click();
  await onPage("/third");
  await untilCount(0);
  await steps();
  expect(depth()).toBe(0);
  await back();
  await onPage("/second");
  expect([count(), depth()]).toEqual([0, 0]);
  await back();
  await onPage("/first");
  history.go(2);
  await onPage("/third");
});

it("after a navigation from nested sheets, Back leads to the page, and a second Back to the previous one", async () => {
  await openOne("打开两层");
  await tap("里层");
  await untilDepth(2);
  await page.getByRole("link", { name: "从里层前往" }).click();
  await onPage("/third");
  await untilCount(0);
  await back();
  await onPage("/second");
  expect([count(), depth()]).toEqual([0, 0]);
  await back();
  await onPage("/first");
});

it.each(["回上一页", "关了回上一页"])("a step back from a sheet (%s) leaves the page", async (name) => {
  await openOne("打开两层");
  await tap(name);
  await onPage("/first");
  await steps();
  expect([count(), depth()]).toEqual([0, 0]);
  history.forward();
  await onPage("/second");
  await steps();
  expect([count(), depth()]).toEqual([0, 0]);
});

it("a step back from a busy sheet leaves the page together with the sheet", async () => {
  isBusy = true;
  await openOne("打开两层");
  await tap("回上一页");
  await onPage("/first");
  expect(location.pathname).toBe("/first");
});

it("a step back while the sheet has no entry yet, or is leaving it, leaves the page once", async () => {
  await tap("打开两层");
  await untilCount(1);
  void router.navigate(-1);
  await onPage("/first");
  await router.navigate("/second");
  await openOne("打开两层");
  await userEvent.keyboard("{Escape}");
  await untilCount(0);
  void router.navigate(-1);
  await onPage("/first");
  await steps();
  expect([count(), depth()]).toEqual([0, 0]);
});

it("an address replaced under a sheet stays the page's address afterwards", async () => {
  await openOne("打开两层");
  await tap("换城市");
  await onPage("/second?city=1");
  await untilCount(1);
  await back();
  await untilCount(0);
  await onPage("/second?city=1");
  expect(location.search).toBe("?city=1");
  await back();
  await onPage("/first");
  history.forward();
  await onPage("/second?city=1");
});

it("a busy sheet stays open, and Back closes it afterwards", async () => {
  isBusy = true;
  await openOne("打开两层");
  await back();
  expect([count(), depth()]).toEqual([1, 1]);
  await tap("办完");
  await back();
  await untilCount(0);
  await onPage("/second");
});

it("a step back beyond the page closes everything", async () => {
  await openOne("打开两层");
  await tap("里层");
  await untilDepth(2);
  History.prototype.go.call(history, -3);
  await onPage("/first");
  await untilCount(0);
  await steps();
  expect(depth()).toBe(0);
});

it("an entry of a previous document is left", async () => {
  history.pushState({ ...(history.state as object), sheet: 1 }, "");
  dropOverlayEntries();
  await untilDepth(0);
  expect(load).not.toHaveBeenCalled();
  await back();
  await onPage("/first");
});

it("F01 a page is replaced by another document from its own entry", async () => {
  await openOne();
  await leaveOverlayEntries();
  expect([depth(), count()]).toEqual([0, 1]);
  // Restored by Back, the sheet gets its entry again.
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await untilDepth(1);
  await back();
  await untilCount(0);
});
