import type { ComponentProps } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { KocInfo } from "#contract/koc/koc.ts";
import { currentSession } from "../platform/session/session.ts";
import { fakeServer } from "../platform/testing/fake-server.ts";
import {
  enterSimulatedApp,
  leaveSimulatedApp,
  type SimulatedApp,
} from "../platform/testing/simulated-app.ts";
import KocPage from "./koc-page.tsx";

const program: KocInfo = {
  activityId: "1",
  activityMode: "offline",
  title: "莫干山晨雾试驾",
  coverUrl: "/media/1",
  slogan: "带上朋友一起来",
  goal: 3,
  places: 20,
  remaining: 5,
  openTime: "2026-11-20T10:00:00+08:00",
  closeTime: "2999-11-30T10:00:00+08:00",
  perks: [],
  serverTime: "2026-11-21T10:00:00+08:00",
};
const linkUrl = "https://m.example/offline/1?from=me";
let app: SimulatedApp;
let root: Root;
const offered = (): string | undefined =>
  (JSON.parse(app.state.values["share"] ?? "{}") as { link?: string }).link;

beforeEach(() => {
  app = enterSimulatedApp("app-android");
  fakeServer(({ url }) => ({
    code: "00",
    data: url.pathname.endsWith("/koc/signup/status")
      ? { status: 2 }
      : [
          {
            activityId: "1",
            activityMode: "offline",
            coverUrl: "",
            linkUrl,
            title: "",
            opens: 0,
            helps: 0,
            signUps: 0,
            leads: 0,
            createdTime: program.openTime,
          },
        ],
  }));
  currentSession.save({
    accessToken: "t",
    userInfo: { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
});
afterEach(() => {
  root.unmount();
  leaveSimulatedApp();
  currentSession.clear();
  vi.restoreAllMocks();
});

test("M06 M21 if sharing is offered, the host's share button shares the activity by the user's link", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const props = { loaderData: program } as ComponentProps<typeof KocPage>;
  root.render(
    <RouterProvider router={createMemoryRouter([{ path: "*", element: <KocPage {...props} /> }])} />,
  );
  await expect.element(page.getByText(program.slogan)).toBeVisible();
  await expect.poll(offered).toBe(`${location.origin}/offline/1?from=me`);
});
