import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";
import { watchUnread } from "./watch-unread.ts";

const identity = { identity: "member", verifiedOwner: false, seriesCodes: [], member: null };
const logIn = (openId: string): void =>
  currentSession.save({
    accessToken: openId,
    userInfo: { openId, mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false },
  } as Parameters<typeof currentSession.save>[0]);
beforeEach(() => {
  setSite(siteForTests);
  currentSession.clear();
});
afterEach(() => {
  currentSession.clear();
  vi.restoreAllMocks();
});
const isMarked = () => document.documentElement.hasAttribute("data-unread");

test("P12 no request for a visitor; after a login the count is loaded and the tab has a dot, until the logout", async () => {
  let count = 3;
  const requests = fakeServer(() =>
    responseOf({ code: 200 as unknown as string, data: { ...identity, unread: count } }),
  );
  watchUnread();
  expect([requests.length, clubUnreadCount.get(), isMarked()]).toEqual([0, 0, false]);
  logIn("o1");
  await expect.poll(() => clubUnreadCount.get()).toBe(3);
  expect(isMarked()).toBe(true);
  count = 5;
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => clubUnreadCount.get()).toBe(5);
  currentSession.clear();
  await expect.poll(() => clubUnreadCount.get()).toBe(0);
  expect(isMarked()).toBe(false);
});
