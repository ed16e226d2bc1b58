import { expect, test, vi } from "vitest";
import type { Call, Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isPreviewAddress } from "../../platform/activity/preview-address.ts";
import { loadDetail, loadSignUpState } from "./detail-data.ts";

const activity = { activityId: "9007199254740993", title: "莫干山晨雾试驾" };
type Answer = (call: Call, args: unknown, options: unknown) => unknown;
const sendOf = (answer: Answer) => {
  const seen = vi.fn<Answer>(answer);
  const send = ((call: Call, args: unknown, options: unknown) =>
    Promise.resolve().then(() => seen(call, args, options))) as Send;
  return { send, seen };
};
const names = (seen: { mock: { calls: [Call, unknown, unknown][] } }) =>
  seen.mock.calls.map(([{ name }, args]) => [name, args]);

test("K19 an activity is requested by its exact id and from the person's point", async () => {
  const { send, seen } = sendOf(({ name }) => (name === "showNearby" ? activity : []));
  const point = { longitude: 121.4, latitude: 31.2 };
  expect(await loadDetail(send, activity.activityId, { point })).toEqual({ activity, series: [] });
  expect(names(seen)).toContainEqual(["showNearby", { id: activity.activityId, ...point }]);
});

test("a page works without the names of the car series", async () => {
  const { send } = sendOf(({ name }) => {
    if (name === "listSeries") throw new Refusal("internal");
    return activity;
  });
  expect((await loadDetail(send, "1")).series).toEqual([]);
});

test("C31 an unknown activity and an invalid id are 404; other failures are passed on", async () => {
  const missing = sendOf(() => {
    throw new Refusal("notFound");
  });
  await expect(loadDetail(missing.send, "999999")).rejects.toMatchObject({ init: { status: 404 } });
  const untouched = sendOf(() => activity);
  for (const id of ["abc", "", "1".repeat(20), "1;2"])
    await expect(loadDetail(untouched.send, id)).rejects.toMatchObject({ init: { status: 404 } });
  expect(untouched.seen).not.toHaveBeenCalled();
  const busy = sendOf(() => {
    throw new Refusal("busy");
  });
  await expect(loadDetail(busy.send, "1")).rejects.toMatchObject({ refusal: "busy" });
});

test("W10 C31 a cancelled activity is a 404 with the reason", async () => {
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  const off = sendOf(() => {
    throw new Refusal("notFound", { data: { calledOff } });
  });
  await expect(loadDetail(off.send, "1")).rejects.toMatchObject({
    init: { status: 404 },
    data: { title: "活动已取消", text: "取消原因：因暴雨天气" },
  });
});

test("preview requires preview=1 and an address that ends in 00, and is sent to the server", async () => {
  expect(isPreviewAddress("00", "?preview=1")).toBe(true);
  expect(isPreviewAddress("00", "?preview=0")).toBe(false);
  expect(isPreviewAddress("100", "?preview=1")).toBe(false);
  const { send, seen } = sendOf(() => activity);
  await loadDetail(send, "00", { draft: { processKey: "p", nodeKey: "n" } });
  expect(names(seen)).toContainEqual([
    "showNearby",
    { id: "00", preview: "1", processKey: "p", nodeKey: "n" },
  ]);
});

test("L06 the sign-up state is requested silently", async () => {
  const { send, seen } = sendOf(() => ({ signed: true }));
  await loadSignUpState(send, "1");
  expect(seen.mock.calls[0]?.[2]).toEqual({ isSilent: true });
});
