import { expect, test } from "vitest";
import type { Activity } from "#contract/activity/activity.ts";
import type { Call, Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { loadBenefitPage } from "./api.ts";

const one = (activityId: string, status: Activity["status"] = 2) => ({
  activityId,
  status,
  activityMode: "online",
  title: `活动 ${activityId}`,
  coverUrl: "/media/1",
});

test("M17 recommended activities are ongoing or upcoming ones of the city, without the activity itself", async () => {
  let sentArgs: unknown;
  const answers: Record<string, unknown> = {
    showNearby: { ...one("7"), serverTime: "2026-11-21T10:00:00+08:00" },
    listBenefits: [],
    listNearby: { list: [one("7"), one("8", 1), one("9", 3)], nextCursor: null },
  };
  const send = ((call: Call, args: unknown) => {
    if (call.name === "listNearby") sentArgs = args;
    return Promise.resolve(answers[call.name]);
  }) as Send;
  const offer = await loadBenefitPage(send, "7", "330100");
  expect(sentArgs).toEqual({ activityType: "online", cityCode: "330100", size: 3 });
  expect(offer?.recommended.map(({ activityId }) => activityId)).toEqual(["8"]);
});

test("W10 C31 the coupon page of a cancelled activity is a 404 with the reason; of an unknown activity it is null", async () => {
  const refuseWith = (refusal: Refusal) => (() => Promise.reject(refusal)) as Send;
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  const cancelled = new Refusal("notFound", { data: { calledOff } });
  await expect(loadBenefitPage(refuseWith(cancelled), "7", "330100")).rejects.toMatchObject({
    init: { status: 404 },
    data: { title: "活动已取消", text: "取消原因：因暴雨天气" },
  });
  expect(await loadBenefitPage(refuseWith(new Refusal("notFound")), "7", "330100")).toBeNull();
});
