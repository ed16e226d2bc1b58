import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { LeadSection } from "./lead-section.tsx";

const activity = {
  activityId: "6201",
  activityType: "online",
  pageType: "lead",
  status: 2,
  seriesCodes: [],
  form: [],
} as Partial<ActivityDetail> as ActivityDetail;
const logIn = (openId: string): void =>
  currentSession.save({
    accessToken: openId,
    userInfo: { openId, mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });

let root: Root;
const show = async () => {
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element);
  const section = <LeadSection {...{ activity }} series={[]} isPreview={false} hasBar={false} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: section }])} />);
  await expect.element(name).toBeVisible();
};
const name = page.getByRole("textbox", { name: "姓名" });
const mobile = page.getByRole("textbox", { name: "手机号" });
const fill = async () => {
  await name.fill("林晓岚");
  await mobile.fill("13800138000");
};
const filled = () =>
  ["姓名", "手机号"].map(
    (label) => (page.getByRole("textbox", { name: label }).element() as HTMLInputElement).value,
  );
beforeEach(() => {
  setSite(siteForTests);
  currentSession.clear();
  sessionStorage.clear();
  fakeServer(() => ({ code: "000000", data: null }));
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

test.each(["at once", "by way of a visitor", "after a reload"])(
  "L21 another user in the same tab gets an empty lead form: %s",
  async (how) => {
    logIn("open-1");
    await show();
    await fill();
    if (how !== "at once") currentSession.clear();
    if (how === "after a reload") {
      root.unmount();
      await show();
    }
    expect(filled()).toEqual(["林晓岚", "13800138000"]);
    logIn("open-2");
    await expect.poll(filled).toEqual(["", ""]);
    await name.fill("陈屿");
    expect(Object.values(sessionStorage).join()).not.toContain("林晓岚");
  },
);

test("L21 a visitor's draft is kept through the login, and given to no later user", async () => {
  await show();
  await fill();
  logIn("open-1");
  await expect.poll(() => Object.values(sessionStorage).join()).toContain("open-1");
  expect(filled()).toEqual(["林晓岚", "13800138000"]);
  currentSession.clear();
  logIn("open-1");
  await expect.poll(() => currentSession.token()).toBe("open-1");
  expect(filled()).toEqual(["林晓岚", "13800138000"]);
  logIn("open-2");
  await expect.poll(filled).toEqual(["", ""]);
  root.unmount();
  await show();
  expect(filled()).toEqual(["", ""]);
});

test("L21 another activity's page has its own form without values of the previous one", async () => {
  logIn("open-1");
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element);
  const sectionOf = (activityId: string) => (
    <LeadSection activity={{ ...activity, activityId }} series={[]} isPreview={false} hasBar={false} />
  );
  const router = createMemoryRouter(
    ["/6201", "/6202"].map((path) => ({ path, element: sectionOf(path.slice(1)) })),
    { initialEntries: ["/6201"] },
  );
  root.render(<RouterProvider router={router} />);
  await expect.element(name).toBeVisible();
  await fill();
  await router.navigate("/6202");
  await expect.poll(filled).toEqual(["", ""]);
  await name.fill("陈屿");
  await router.navigate("/6201");
  await expect.poll(filled).toEqual(["林晓岚", "13800138000"]);
});
