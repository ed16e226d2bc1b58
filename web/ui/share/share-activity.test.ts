import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentSession } from "../../platform/session/session.ts";
import { createShareReference } from "../../platform/share/share-link.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import {
  enterSimulatedApp,
  leaveSimulatedApp,
  type SimulatedApp,
} from "../../platform/testing/simulated-app.ts";
import { offerActivityShare } from "./share-activity.ts";

const path = "/marketing/area/activity/offline/1";
const shared = { activityId: "1", title: "莫干山", text: "首批", path };
const logIn = (openId: string): void =>
  currentSession.save({
    accessToken: openId,
    userInfo: { openId, mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
let app: SimulatedApp;
/** Link that the app's own share button would share. */
const offered = (): unknown => {
  const value = app.state.values["share"];
  return value === undefined ? null : (JSON.parse(value) as { link: string } | null)?.link;
};

beforeEach(() => {
  app = enterSimulatedApp("app-android");
  fakeServer(({ url }) =>
    url.pathname.includes("/link/operate/")
      ? { code: "00", data: { linkUrl: `https://m.example${path}?from=me`, counted: false } }
      : { code: "00", data: [] },
  );
});
afterEach(() => {
  leaveSimulatedApp();
  currentSession.clear();
  vi.restoreAllMocks();
});

test("M21 the host's own share button uses the person's own link from the moment it is created", async () => {
  logIn("open-1");
  const takeBack = offerActivityShare(shared);
  await expect.poll(offered).toBe(location.origin + path);
  await createShareReference("1");
  await expect.poll(offered).toBe(`${location.origin}${path}?from=me`);
  takeBack();
  await expect.poll(offered).not.toBe(`${location.origin}${path}?from=me`);
  const last = offered();
  // Nothing is offered for a page that was left. A fixed time, since no event follows.
  await createShareReference("1");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(offered()).toEqual(last);
});
