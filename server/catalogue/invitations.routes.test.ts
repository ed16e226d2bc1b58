import { expect, test } from "vitest";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import {
  exampleCatalogue,
  exampleFolder,
  changeLines,
  sessionsIn,
  type CatalogueLists,
} from "./test-catalogue.ts";
import { importCatalogue, CatalogueError } from "./index.ts";

const app = await openApp();
const bring = (given: CatalogueLists) =>
  importCatalogue({ ...app.context, by: commandLineActor }, given, exampleFolder);
const problemsOf = async (given: CatalogueLists): Promise<Record<string, string>> => {
  try {
    await bring(given);
    return {};
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
};

test("W10 M13 a session or a dealer with open invitations cannot be removed until these have expired", async () => {
  const more = { id: "942002", code: "SH94B", name: "上海嘉定体验中心" };
  const whole = (change: (lists: CatalogueLists) => void = () => {}) =>
    exampleCatalogue("94", (lists) => {
      const { dealers = [], activities = [] } = lists;
      dealers.push({ ...dealers[0], ...more });
      Object.assign(activities[0] ?? {}, { dealerIds: ["942001", "942002"] });
      change(lists);
    });
  await bring(whole());
  const plain = { activityId: "943001", name: "林晓岚", seriesCode: null };
  const until = app.context.clock.now() + 3_600_000;
  await app.modules.invitations.issue({ ...plain, dealerId: null, sessionId: "943102" }, until);
  await app.modules.invitations.issue({ ...plain, dealerId: "942002", sessionId: "943101" }, until);
  const withoutSession = whole((lists) => void sessionsIn(lists).pop());
  const withoutDealer = whole((lists) =>
    Object.assign(lists["activities"]?.[0] ?? {}, { dealerIds: ["942001"] }),
  );
  expect(await problemsOf(withoutSession)).toEqual({
    "activities.0.sessions": "cannot remove 943102: people are invited to it",
  });
  expect(await problemsOf(withoutDealer)).toEqual({
    "activities.0.dealerIds": "cannot remove 942002: people are invited to it",
  });
  app.context.clock.set(until + 1);
  expect(changeLines(await bring(withoutSession))).toEqual(["changed activity 943001 sessions"]);
  app.context.clock.set(null);
});
