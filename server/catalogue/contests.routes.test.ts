import { expect, test } from "vitest";
import { listContestEntries, showContest } from "#contract/contest/contest.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import { importCatalogue, setActivityPublished } from "./index.ts";
import {
  catalogueProblemsIn,
  changeLines,
  exampleCatalogue,
  exampleFolder,
  type CatalogueLists,
} from "./test-catalogue.ts";

const app = await openApp();
const by = commandLineActor;
const context = { ...app.context, by };
const bring = (given: CatalogueLists) => importCatalogue(context, given, exampleFolder);
const choice = (n: number, title: string) => ({
  entryId: `78900${n}`,
  title,
  caption: "说明",
  pictureUrl: "/media/a.svg",
});
const withContest = (over: Record<string, unknown>) =>
  exampleCatalogue("78", (lists) => {
    lists["contests"] = [{ activityId: "783001", kind: "choices", period: "once", ...over }];
  });

test("W10 U60 a contest with its choices is added, changed and kept; kind and unknown activities are refused", async () => {
  const first = { choices: [choice(1, "苔绿"), choice(2, "雾蓝")] };
  expect(changeLines(await bring(withContest(first)))).toContain("added contest 783001");
  expect(changeLines(await bring(withContest(first)))).toEqual([]);
  await setActivityPublished(app.context.db, "783001", true, { by, now: new Date(app.context.clock.now()) });
  app.clearCaches();
  expect((await app.call(showContest, { id: "783001" })).data).toMatchObject({
    kind: "choices",
    entryCount: 2,
  });
  const changed = { votes: 2, choices: [choice(2, "雾蓝"), choice(3, "柿红")] };
  expect(changeLines(await bring(withContest(changed)))).toEqual(["changed contest 783001 votes choices"]);
  app.clearCaches();
  const { list } = (await app.call(listContestEntries, { id: "783001" })).data;
  expect(list.map(({ title }) => title)).toEqual(["雾蓝", "柿红"]);
  expect(await catalogueProblemsIn(bring(withContest({ ...changed, kind: "entries" })))).toHaveProperty([
    "contests.0.kind",
  ]);
  expect(await catalogueProblemsIn(bring(withContest({ activityId: "780009" })))).toHaveProperty([
    "contests.0.activityId",
  ]);
});

test("U62 a form for leads takes no pictures", async () => {
  const given = exampleCatalogue("79", (lists) => {
    const question = {
      key: "photo",
      label: "照片",
      kind: "picture",
      required: true,
      options: [],
      placeholder: "",
    };
    Object.assign(lists["activities"]?.[0] ?? {}, { pageType: "localOfflineLead", form: [question] });
  });
  expect(await catalogueProblemsIn(bring(given))).toMatchObject({
    "activities.0.form.0.kind": "must not be picture in a form for leads",
  });
});
