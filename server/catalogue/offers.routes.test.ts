import { expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import {
  exampleCatalogue,
  catalogueProblemsIn,
  exampleFolder,
  changeLines,
  type CatalogueLists,
} from "./test-catalogue.ts";
import {
  importCatalogue,
  cancelActivity,
  checkCatalogue,
  listDependentActivities,
  setActivityPublished,
} from "./index.ts";

const app = await openApp();
const context = { ...app.context, by: commandLineActor };
const bring = (given: CatalogueLists) => importCatalogue(context, given, exampleFolder);

test("W10 V19 lists the activities whose processes require a sign-up for another one first", async () => {
  const process = (isEnabled: boolean, isRequired: boolean): CatalogueLists =>
    exampleCatalogue("69", (lists) => {
      const [first = {}] = lists["processes"] ?? [];
      const teaser = { kind: "step", nodeKey: "teaser", name: "先报名", activityId: "693002", isRequired };
      const signup = { kind: "step", nodeKey: "signup", name: "报名", after: ["teaser"] };
      Object.assign(first, { isEnabled, nodes: [teaser, signup] });
    });
  const asking = async (activityId: string) =>
    (await listDependentActivities(app.context.db, activityId, new Date(app.context.clock.now()))).map(
      ({ activity_id }) => activity_id,
    );
  await bring(process(true, true));
  expect([await asking("693002"), await asking("693001")]).toEqual([["693001"], []]);
  // Leaves out activities that are cancelled or over.
  const { db, clock } = app.context;
  await cancelActivity(db, "693001", "因暴雨天气", { by: commandLineActor, now: new Date(clock.now()) });
  expect(await asking("693002")).toEqual([]);
  await setActivityPublished(db, "693001", true, { by: commandLineActor, now: new Date(clock.now()) });
  expect(await asking("693002")).toEqual(["693001"]);
  const inYears = new Date(clock.now() + 9_999 * 86_400_000);
  expect(await listDependentActivities(db, "693002", inYears)).toEqual([]);
  await bring(process(true, false));
  expect(await asking("693002")).toEqual([]);
  await bring(process(false, true));
  expect(await asking("693002")).toEqual([]);
});

test("W10 M17 texts of coupons cannot change once one is issued; period, audience and stock can", async () => {
  const changed = (over: Record<string, unknown>) =>
    exampleCatalogue("70", (lists) => void Object.assign(lists["benefits"]?.[0] ?? {}, over));
  await bring(changed({}));
  await setActivityPublished(app.context.db, "703002", true, {
    by: commandLineActor,
    now: new Date(app.context.clock.now()),
  });
  const other = { name: "冬季养护券", summary: "上海门店通用", value: "20 项", condition: "满 500 可用" };
  expect(changeLines(await checkCatalogue(context, changed(other), exampleFolder))).toHaveLength(1);
  const mobile = "13155550070";
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: "705001" }, { token });
  await expect.poll(async () => (await app.call(showNearby, { id: "703002" })).status).toBe(200);
  expect((await app.call(sendBenefit, { id: "705001" }, { token, captchaVerifyId })).data.result).toBe(
    "SENT",
  );
  const stays = (text: string) => `cannot change from "${text}", issued 1 times: add a new entry instead`;
  expect(await catalogueProblemsIn(bring(changed(other)))).toEqual({
    "benefits.0.name": stays("冬季检测券"),
    "benefits.0.summary": stays("全国授权门店通用"),
    "benefits.0.value": stays("28 项"),
    "benefits.0.condition": stays(""),
  });
  const [own] = (await app.call(listCoupons, {}, { token })).data;
  expect(own).toMatchObject({ name: "冬季检测券", value: "28 项" });
  const rest = { stock: 600, perPerson: 2, audience: "owners", validDays: 30, position: 1 };
  expect(changeLines(await bring(changed(rest)))).toHaveLength(1);
});
