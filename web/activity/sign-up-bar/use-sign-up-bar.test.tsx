import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { establishSession } from "../../platform/session/establish-session.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, type FakeEnvelope } from "../../platform/testing/fake-server.ts";
import { exampleActivity } from "../testing/activities.ts";
import { show } from "../../ui/testing/show.tsx";
import type { Detail } from "../detail/use-detail.ts";
import { useSignUpBar } from "./use-sign-up-bar.ts";

const ASKING = "正在查看你的报名";
const waitingAt3 = {
  signUpId: "1",
  state: "waiting",
  position: 3,
  offerUntil: null,
  title: "约满的一场",
  coverUrl: "data:,",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T10:00:00+08:00",
  dealerName: null,
  address: "龙腾大道 1 号",
} as const satisfies WaitlistEntry;
const nobody = { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };

const detailOf = (activityId: string) =>
  ({
    activity: { ...exampleActivity({ activityId }), waiting: 0 },
    now: Date.parse("2026-11-24T12:00:00+08:00"),
    isPreview: false,
    favourite: { isFavourite: false, toggle: () => {} },
  }) as unknown as Detail;
/** Activity id and label of the bar in each render. */
let seen: string[];
/** Page that stays mounted while a link leads from one activity to another. */
function Page() {
  const [activityId, open] = useState("1");
  const { label } = useSignUpBar(detailOf(activityId)).state;
  seen.push(`${activityId} ${label}`);
  const other = activityId === "1" ? "2" : "1";
  return (
    <>
      <p>{`${activityId} ${label}`}</p>
      <button onClick={() => open(other)}>另一场</button>
    </>
  );
}
const says = async (text: string) => await expect.element(page.getByText(text)).toBeVisible();
const toOther = () => page.getByRole("button", { name: "另一场" }).click();

/** Delays the answers about the second activity. */
let second: PromiseWithResolvers<void>;
let answers: Record<string, FakeEnvelope>;
beforeEach(() => {
  seen = [];
  second = Promise.withResolvers<void>();
  answers = {
    "1 isSign": { code: "00", data: { ...nobody, waiting: waitingAt3 } },
    "2 isSign": { code: "00", data: nobody },
    "1 status": { code: "00", data: { status: "pass" } },
    "2 status": { code: "00", data: { status: "pass" } },
  };
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  fakeServer(async ({ url, name }) => {
    const activityId = url.searchParams.get("activityId") ?? "";
    if (activityId === "2") await second.promise;
    // Simulates latency: the eligibility arrives after the sign-up state.
    if (name === "status") await new Promise((resolve) => setTimeout(resolve, 100));
    return Response.json(answers[`${activityId} ${name}`] ?? { code: "404" });
  });
  establishSession({
    accessToken: "token",
    userInfo: { openId: "one", mobile: null, nickname: "one", avatar: null, vip: false, owner: false },
  });
});
afterEach(() => {
  second.resolve();
  show(null);
  currentSession.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("K13 L18 after a navigation from a full activity, its waitlist entry is never shown for the other one", async () => {
  show(<Page />);
  await says("1 候补第 3 位");
  await toOther();
  await says(`2 ${ASKING}`);
  second.resolve();
  await says("2 立即报名 · 剩 10 席");
  expect(new Set(seen.filter((text) => text.startsWith("2")))).toEqual(
    new Set([`2 ${ASKING}`, "2 立即报名 · 剩 10 席"]),
  );
});

test("K13 N11 the bar waits again for the state and eligibility of each activity, even after a long visit to the first", async () => {
  const remark = "认证车主可报名";
  const node = {
    nodeKey: "owner",
    kind: "owner",
    name: "认证车主",
    pass: false,
    state: "fail",
    isRequired: true,
  };
  answers["2 status"] = { code: "00", data: { status: "task", remark, node: { ...node, remark } } };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  show(<Page />);
  await says("1 候补第 3 位");
  // Longer than the timeout of any page.
  vi.advanceTimersByTime(4_200);
  await toOther();
  await says(`2 ${ASKING}`);
  second.resolve();
  await says("2 查看参与条件");
  expect(seen.filter((text) => text.startsWith("2 立即报名"))).toEqual([]);
  await toOther();
  await says("1 候补第 3 位");
});
