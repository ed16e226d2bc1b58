import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { PlaceMap } from "./place-map.tsx";

let root: Root | null = null;
afterEach(() => root?.unmount());
/** Shows a place below a root route with that site configuration. */
function show(site: { hasMaps?: boolean }): void {
  document.body.innerHTML = '<main id="root"></main>';
  const host = document.getElementById("root");
  if (!host) throw new Error("no host");
  root = createRoot(host);
  const children = [
    {
      path: "*",
      element: (
        <>
          <PlaceMap longitude={121.5} latitude={31.25} address="滨江路 18 号" />
          <p>导航</p>
        </>
      ),
    },
  ];
  const router = createMemoryRouter([{ id: "root", element: <Outlet />, children }], {
    hydrationData: { loaderData: { root: { site } } },
  });
  root.render(<RouterProvider router={router} />);
}
const picture = () => document.querySelector("img");

test("K30 a server without maps: no picture, and none is requested", async () => {
  show({});
  await expect.element(page.getByText("导航")).toBeVisible();
  expect(picture()).toBeNull();
});
test("K30 a map has our own address and a text alternative; when it fails, the text is left", async () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  show({ hasMaps: true });
  await expect.element(page.getByRole("img", { name: "滨江路 18 号附近的地图" })).toBeInTheDocument();
  expect(new URL(picture()?.src ?? "").pathname).toBe("/map/121.5,31.25");
  picture()?.dispatchEvent(new Event("error"));
  await expect.poll(picture).toBeNull();
  await expect.element(page.getByText("导航")).toBeVisible();
  complete.mockRestore();
});
test("K30 a map that failed before React took over is taken away too", async () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  show({ hasMaps: true });
  await expect.element(page.getByText("导航")).toBeVisible();
  await expect.poll(picture).toBeNull();
  complete.mockRestore();
});
