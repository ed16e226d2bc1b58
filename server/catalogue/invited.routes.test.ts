import { expect, test } from "vitest";
import { aCommand } from "../database/audit.ts";
import { openApp } from "../testing/app.ts";
import { example, folder, linesOf, sessionsIn, type Lists } from "./test-catalogue.ts";
import { bringCatalogue, CatalogueFault } from "./index.ts";

const app = await openApp();
const bring = (given: Lists) => bringCatalogue({ ...app.kit, by: aCommand }, given, folder);
const faultsOf = async (given: Lists): Promise<Record<string, string>> => {
  try {
    await bring(given);
    return {};
  } catch (error) {
    if (error instanceof CatalogueFault) return error.faults;
    throw error;
  }
};

test("W10 M13 a session that people are invited to stays until their invitations have ended; so does a dealer", async () => {
  const more = { id: "942002", code: "SH94B", name: "上海嘉定体验中心" };
  const whole = (change: (lists: Lists) => void = () => {}) =>
    example("94", (lists) => {
      const { dealers = [], activities = [] } = lists;
      dealers.push({ ...dealers[0], ...more });
      Object.assign(activities[0] ?? {}, { dealerIds: ["942001", "942002"] });
      change(lists);
    });
  await bring(whole());
  const plain = { activityId: "943001", name: "林晓岚", seriesCode: null };
  const until = app.kit.clock.now() + 3_600_000;
  await app.doors.seals.issue({ ...plain, dealerId: null, sessionId: "943102" }, until);
  await app.doors.seals.issue({ ...plain, dealerId: "942002", sessionId: "943101" }, until);
  const withoutSession = whole((lists) => void sessionsIn(lists).pop());
  const withoutDealer = whole((lists) =>
    Object.assign(lists["activities"]?.[0] ?? {}, { dealerIds: ["942001"] }),
  );
  expect(await faultsOf(withoutSession)).toEqual({
    "activities.0.sessions": "cannot leave out 943102: people are invited to it",
  });
  expect(await faultsOf(withoutDealer)).toEqual({
    "activities.0.dealerIds": "cannot leave out 942002: people are invited to it",
  });
  app.kit.clock.set(until + 1);
  expect(linesOf(await bring(withoutSession))).toEqual(["changed activity 943001 sessions"]);
  app.kit.clock.set(null);
});
