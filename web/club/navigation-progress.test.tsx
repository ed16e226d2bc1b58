import "../ui/styles/tokens.css";
import "../ui/styles/base.css";
import "./club.css";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { NavigationProgress } from "./navigation-progress.tsx";

it("P12 whoever goes on to what is slow to come sees that it is coming, and no longer once it is there", async () => {
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const gate = Promise.withResolvers<null>();
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
        { path: "/groups", loader: () => gate.promise, element: <p>车友会</p> },
      ],
    },
  ]);
  const root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  await expect.element(page.getByText("推荐")).toBeVisible();
  const going = page.getByRole("progressbar", { name: "正在加载" });
  expect(going.query()).toBeNull();
  const gone = router.navigate("/groups");
  await expect.element(going).toBeVisible();
  // What was there stays meanwhile.
  await expect.element(page.getByText("推荐")).toBeVisible();
  gate.resolve(null);
  await gone;
  await expect.element(page.getByText("车友会")).toBeVisible();
  expect(going.query()).toBeNull();
  root.unmount();
});
