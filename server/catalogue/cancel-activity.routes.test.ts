import { sql } from "kysely";
import { expect, test } from "vitest";
import { listNearby, showCampaign, showNearby } from "#contract/activity/activity.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import { exampleCatalogue, exampleFolder, changeLines, type CatalogueLists } from "./test-catalogue.ts";
import { importCatalogue, cancelActivity, listActivities, setActivityPublished } from "./index.ts";

const app = await openApp();
const by = () => ({ by: commandLineActor, now: new Date(app.context.clock.now()) });
const bring = async (given: CatalogueLists) =>
  changeLines(await importCatalogue({ ...app.context, ...by() }, given, exampleFolder));
const publish = (id: string, isPublished = true) =>
  setActivityPublished(app.context.db, id, isPublished, by());
const off = (id: string, reason = "因暴雨天气") => cancelActivity(app.context.db, id, reason, by());
const shown = (id: string) => app.call(showNearby, { id });
const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`select action || ' ' || about_kind || ' ' || outcome as line
    from audit_entry where about_id = ${id} order by audit_id`.execute(app.context.db);
  return rows.map(({ line }) => line);
};

test("W10 C31 a cancelled activity disappears from lists and its page shows the reason; publishing it ends the cancellation", async () => {
  await bring(exampleCatalogue("71"));
  await publish("713001");
  const inList = async () =>
    (await app.call(listNearby, { ids: "713001" })).data.list.map(({ activityId }) => activityId);
  await expect.poll(inList).toEqual(["713001"]);
  expect([await off("713001"), await off("713001", "另一个原因"), await off("404")]).toEqual([
    "done",
    "again",
    "noActivity",
  ]);
  await expect.poll(inList).toEqual([]);
  await expect.poll(async () => (await shown("713001")).status).toBe(404);
  const calledOff = { reason: "因暴雨天气", time: expect.stringMatching(/\+08:00$/) };
  expect(await shown("713001")).toMatchObject({
    code: "404",
    message: "活动已取消：因暴雨天气",
    data: { calledOff },
  });
  expect(await app.call(showCampaign, { activityId: "713001" })).toMatchObject({ data: { calledOff } });
  const row = (await listActivities(app.context.db)).find((one) => one.activity_id === "713001");
  expect(row).toMatchObject({ is_published: false, called_off_reason: "因暴雨天气" });

  expect([await publish("713001", false), await publish("713001"), await publish("713001")]).toEqual([
    "again",
    "done",
    "again",
  ]);
  await expect.poll(async () => (await shown("713001")).status).toBe(200);
  // Withdrawing also ends the cancellation.
  await publish("713001", false);
  await expect.poll(async () => (await shown("713001")).message).toBe("活动不存在或已下线");
  expect((await auditOf("713001")).slice(2)).toEqual([
    "catalogue.publish activity done",
    "catalogue.callOff activity done",
    "catalogue.publish activity done",
    "catalogue.withdraw activity done",
  ]);
});

test("W10 a withdrawn activity can be cancelled, and importing the catalogue keeps the cancellation", async () => {
  await bring(exampleCatalogue("72"));
  await publish("723002");
  await publish("723002", false);
  expect(await off("723002")).toBe("done");
  const changed = exampleCatalogue("72", (lists) =>
    Object.assign(lists["activities"]?.[1] ?? {}, { title: "改名" }),
  );
  expect(await bring(changed)).toEqual(["changed activity 723002 title share"]);
  expect(await bring(changed)).toEqual([]);
  await expect.poll(async () => (await shown("723002")).message).toBe("活动已取消：因暴雨天气");
});
