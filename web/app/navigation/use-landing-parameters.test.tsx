import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { useLandingParameters } from "./use-landing-parameters.ts";

const home = location.href;
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", home);
});

function Page() {
  useLandingParameters();
  return <p>page</p>;
}

it("C12, C14 login parameters are removed after every navigation, without a history entry", async () => {
  const host = document.body.appendChild(document.createElement("div"));
  const router = createBrowserRouter([{ path: "*", element: <Page /> }]);
  const root = createRoot(host);
  root.render(<RouterProvider router={router} />);
  const push = vi.spyOn(history, "pushState");
  await router.navigate("/list?utm_source=%E4%B8%AD&code=a&state=b&a=1&a=2#h");
  await vi.waitFor(() => expect(location.search + location.hash).toBe("?utm_source=%E4%B8%AD&a=1&a=2#h"));
  await router.navigate("/offline/1?loginType=SSO");
  await vi.waitFor(() => expect(location.pathname + location.search).toBe("/offline/1"));
  expect(push).toHaveBeenCalledTimes(2);
  root.unmount();
  router.dispose();
});
