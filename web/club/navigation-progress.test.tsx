import "../ui/styles/test-base-styles.ts";
import "./club.module.css";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { NavigationProgress } from "./navigation-progress.tsx";

it("P12 a slow navigation shows a progress bar until the next screen is there", async () => {
  const container = document.createElement("main");
  document.body.replaceChildren(container);
  const slowLoad = Promise.withResolvers<null>();
  const router = createMemoryRouter([
    {
      element: (
        <>
          <NavigationProgress />
          <Outlet />
        </>
      ),
      children: [
        { path: "/", element: <p>推荐</p> },
        { path: "/groups", loader: () => slowLoad.promise, element: <p>车友会</p> },
      ],
    },
  ]);
  const root = createRoot(container);
  root.render(<RouterProvider router={router} />);
  await expect.element(page.getByText("推荐")).toBeVisible();
  const progress = page.getByRole("progressbar", { name: "正在加载" });
  expect(progress.query()).toBeNull();
  const navigation = router.navigate("/groups");
  await expect.element(progress).toBeVisible();
  // The old screen stays visible meanwhile.
  await expect.element(page.getByText("推荐")).toBeVisible();
  slowLoad.resolve(null);
  await navigation;
  await expect.element(page.getByText("车友会")).toBeVisible();
  expect(progress.query()).toBeNull();
  root.unmount();
});
