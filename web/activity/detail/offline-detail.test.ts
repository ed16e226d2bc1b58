import { beforeEach, expect, test, vi } from "vitest";
import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { database } from "../../platform/storage/client-database.ts";
import { loadDetailOrOfflineCopy } from "./offline-detail.ts";
import { exampleActivity } from "../testing/activities.ts";

const activity = { ...exampleActivity({ distance: 240 }), activityId: "7" };
/** Answers with an activity and no car series. */
const online = (async (call: { name: string }) =>
  call.name === "showNearby" ? activity : []) as unknown as Send;
const refusing = (name: "offline" | "notFound") =>
  (() => Promise.reject(new Refusal(name))) as unknown as Send;
const kept = () => database.get("activities", "7");

beforeEach(() => database.remove("activities", "7"));

test("Q13 the stored detail is read without a network, with its time and without the distance", async () => {
  expect(await loadDetailOrOfflineCopy(online, "7", {})).toMatchObject({
    activity: { distance: 240 },
    fetchedAt: null,
  });
  await vi.waitFor(async () => expect(await kept()).not.toBeNull());
  const { activity: found, fetchedAt } = await loadDetailOrOfflineCopy(refusing("offline"), "7", {});
  expect(found).toEqual({ ...activity, distance: null });
  expect(fetchedAt).toBeGreaterThan(0);
});

test("Q13 an activity that was never seen reports the missing network; a removed one is not found", async () => {
  await expect(loadDetailOrOfflineCopy(refusing("offline"), "7", {})).rejects.toMatchObject({
    refusal: "offline",
  });
  await loadDetailOrOfflineCopy(online, "7", {});
  await vi.waitFor(async () => expect(await kept()).not.toBeNull());
  await expect(loadDetailOrOfflineCopy(refusing("notFound"), "7", {})).rejects.toMatchObject({
    init: { status: 404 },
  });
});

test("a draft is never stored", async () => {
  expect(
    await loadDetailOrOfflineCopy(online, "7", { draft: { processKey: "p", nodeKey: "n" } }),
  ).toMatchObject({
    fetchedAt: null,
  });
  expect(await kept()).toBeNull();
});
