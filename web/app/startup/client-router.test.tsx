import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { data, Link, Outlet, useLoaderData, useRevalidator, useRouteError } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { HOME_PATH } from "../../platform/navigation/address.ts";
import type { HydrationState } from "../../platform/page-load/hydration-data.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { clientRouter } from "./client-router.tsx";

const load = vi.fn<() => unknown>();

function Page() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <p>{`shows ${String(useLoaderData())}`}</p>
      <button type="button" onClick={() => void revalidate()}>
        reload
      </button>
      <Link to="/lost">on</Link>
      <Link to="/lost" prefetch="intent">
        later
      </Link>
    </>
  );
}
const root = {
  default: Outlet,
  Layout: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  ErrorBoundary: () => <h1>{describeFailure(useRouteError()).art}</h1>,
  shouldRevalidate: () => false,
};
const route = (id: string, path: string, module: string) => ({
  id,
  path,
  module,
  ...(id !== "root" && { parentId: "root" }),
});

let shown: Root;
/** Provides the data of app/boot.js, for the current page and for one whose script does not exist. */
function show(state: HydrationState): void {
  const routes = {
    root: route("root", "", "/root.js"),
    list: route("list", "list", "/list.js"),
    lost: route("lost", "lost", "/nowhere.js"),
  };
  Object.assign(window, {
    __reactRouterManifest: { routes },
    __reactRouterRouteModules: { root, list: { default: Page, clientLoader: load } },
    givenState: state,
  });
  shown = createRoot(document.body.firstElementChild as Element);
  shown.render(clientRouter());
}
const before = location.href;
beforeEach(() => {
  load.mockReset();
  history.replaceState(null, "", `${HOME_PATH}list`);
  document.body.replaceChildren(document.createElement("div"));
});
afterEach(() => {
  shown.unmount();
  history.replaceState(null, "", before);
  vi.restoreAllMocks();
});
const given = { loaderData: { root: {}, list: "the server's" }, errors: null };
const reloadButton = page.getByRole("button", { name: "reload" });

it("the current page starts with the server's data, without loading it again", async () => {
  show(given);
  await expect.element(page.getByText("shows the server's")).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  load.mockReturnValue("a newer one");
  await reloadButton.click();
  await expect.element(page.getByText("shows a newer one")).toBeVisible();
});

it("shows a refusal of the server, and its internal error without details", async () => {
  show({
    loaderData: {},
    errors: { root: { status: 503, statusText: "", data: { refusal: "offline", message: "" } } },
  });
  await expect.element(page.getByRole("heading", { name: "net" })).toBeVisible();
  shown.unmount();
  show({ loaderData: { root: {} }, errors: { root: { message: "Unexpected Server Error" } } });
  await expect.element(page.getByRole("heading", { name: "road" })).toBeVisible();
});

it("V28 a failed background reload keeps the page; a missing object removes it", async () => {
  show(given);
  load.mockRejectedValue(new Error("down"));
  await reloadButton.click();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  load.mockResolvedValue("a newer one");
  await expect.element(page.getByText("shows the server's")).toBeVisible();
  await reloadButton.click();
  await expect.element(page.getByText("shows a newer one")).toBeVisible();
  load.mockRejectedValue(data(null, { status: 404 }));
  await reloadButton.click();
  await expect.element(page.getByRole("heading")).toBeVisible();
});

it("V28 a page whose script fails to load without a network reports it", async () => {
  show(given);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await page.getByRole("link", { name: "on" }).click();
  await expect.element(page.getByRole("heading", { name: "net" })).toBeVisible();
});

it("V28 touching a link whose script fails to load changes nothing on the page", async () => {
  show(given);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const requestCount = () =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/nowhere.js")).length;
  await expect.element(page.getByText("shows the server's")).toBeVisible();
  const before = requestCount();
  await page.getByRole("link", { name: "later" }).hover();
  await vi.waitFor(() => expect(requestCount()).toBeGreaterThan(before));
  await expect.element(page.getByText("shows the server's")).toBeVisible();
  // The page still works. A reload of the document would also abort the test.
  load.mockReturnValue("a newer one");
  await reloadButton.click();
  await expect.element(page.getByText("shows a newer one")).toBeVisible();
});
