import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  listActivityVersions,
  restoreActivityVersion,
  showActivityVersion,
} from "#contract/console/activity/versions.ts";
import { withdrawActivity } from "#contract/console/activity/publication.ts";
import { saveActivitySessions } from "#contract/console/activity/sessions.ts";
import { readLiveActivity } from "../../activity/index.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator } from "../../testing/operator.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testWaitlist } from "../../testing/waitlist/test-waitlist.ts";
import { importCatalogue, cancelActivity } from "../index.ts";
import { exampleCatalogue, exampleFolder } from "../test-catalogue.ts";
import { eastScope, testActivities } from "./test-activities.ts";

const app = await openApp();
const { add, call, edit, publish, auditOf, revisionOf } = testActivities(app);
const { seated } = testWaitlist(() => app);
const east = await loginOperator(app, "region", eastScope, { name: "周运营" });
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const { db } = app.context;
const by = () => ({ by: commandLineActor, now: new Date(app.context.clock.now()) });
const versionsOf = async (activityId: string) =>
  (await call(admin, listActivityVersions, { activityId })).data.versions;
const contentOf = async (activityId: string) => {
  const live = await readLiveActivity(db, activityId, { isLocked: false });
  if (live === null) throw new Error("there is no such activity");
  return live.content;
};
const restore = async (activityId: string, revision: number) =>
  call(admin, restoreActivityVersion, { activityId, revision, basedOn: await revisionOf(activityId) });

test("CO88 every door leaves a version with its fields, its author and itself", async () => {
  await importCatalogue({ ...app.context, ...by() }, exampleCatalogue("61"), exampleFolder);
  await importCatalogue({ ...app.context, ...by() }, exampleCatalogue("61"), exampleFolder);
  const id = "613001";
  await importCatalogue(
    { ...app.context, ...by() },
    exampleCatalogue("61", (lists) => Object.assign(lists["activities"]?.[0] ?? {}, { title: "改名" })),
    exampleFolder,
  );
  await edit(admin, id, { fee: "¥68" });
  await publish(admin, id);
  await call(admin, saveActivitySessions, {
    activityId: id,
    changed: [],
    added: [],
    removed: [],
    quota: { was: (await contentOf(id)).quota, value: 77 },
  });
  await call(admin, withdrawActivity, { activityId: id });
  await cancelActivity(db, id, "因暴雨天气", by());
  const versions = await versionsOf(id);
  expect(versions.map(({ fields, by: author, door }) => [fields.toSorted(), author, door])).toEqual([
    [["cancelReason"], null, "command"],
    [["isPublished"], "陈主管", "console"],
    [["quota"], "陈主管", "console"],
    [["fee", "isPublished"], "陈主管", "console"],
    [["share", "title"], null, "command"],
    [[], null, "command"],
  ]);
  const { data } = await call(admin, showActivityVersion, { activityId: id, revision: 2 });
  expect(data.changes.find(({ field }) => field === "title")).toMatchObject({ after: "改名" });
});

test("CO88 restoring gives equal content as a new version, or names what today's rules refuse and changes nothing", async () => {
  const value = fc.record({
    title: fc.constantFrom("晨雾试驾", "暮色试驾", "夜色试驾"),
    fee: fc.constantFrom("免费", "¥68"),
    quota: fc.constantFrom(2, 5, null),
    tags: fc.constantFrom<string[]>([], ["试驾"], ["试驾", "周末"]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat(), async (edits, pick) => {
      const id = await add();
      const contents = [await contentOf(id)];
      for (const fields of edits) {
        await edit(east, id, fields);
        if ((await publish(east, id)).data.outcome === "done") contents.push(await contentOf(id));
      }
      const versions = (await versionsOf(id)).toReversed();
      if (contents.length === 1) return;
      expect(versions.length).toBe(contents.length);
      const at = pick % contents.length;
      for (let guest = 0; guest < 3; guest++) if (contents.at(-1)?.quota !== 2) await seated(id);
      const before = await contentOf(id);
      const { status, data } = await restore(id, versions[at]?.revision ?? 0);
      const { taken } = (await readLiveActivity(db, id, { isLocked: false })) ?? { taken: 0 };
      const isTooSmall = (contents[at]?.quota ?? Infinity) < taken;
      const fields = (data as { fields?: unknown } | null)?.fields;
      const refused = [601, { quota: `已有 ${taken} 人报名，名额不能小于 ${taken}` }, before];
      const done = [200, undefined, contents[at]];
      expect([status, fields, await contentOf(id)]).toEqual(isTooSmall ? refused : done);
    }),
    { numRuns: 10 },
  );
});

test("CO88 of two who restore at once one is told; a restored version keeps the draft and says where it came from", async () => {
  const id = await add({ title: "晨雾试驾" });
  await edit(east, id, { title: "暮色试驾" });
  await publish(east, id);
  await edit(east, id, { fee: "¥68" });
  const args = { activityId: id, revision: 1, basedOn: 2 };
  const both = await Promise.all([
    call(east, restoreActivityVersion, args),
    call(admin, restoreActivityVersion, args),
  ]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  expect((await contentOf(id)).title).toBe("晨雾试驾");
  expect((await auditOf(id)).filter((line) => line.startsWith("activity.restore"))).toEqual([
    "activity.restore version 1",
  ]);
  expect((await publish(east, id)).data.outcome).toBe("done");
  expect(await contentOf(id)).toMatchObject({ title: "晨雾试驾", fee: "¥68" });
  expect((await call(east, restoreActivityVersion, { ...args, revision: 99 })).status).toBe(404);
});

test("CO88 a change by another door between two versions is not lost in the next one's old values", async () => {
  const id = await add({ title: "晨雾试驾" });
  await edit(east, id, { fee: "¥68" });
  await publish(east, id);
  await sql`update activity set subtitle = '另一扇门' where activity_id = ${id}`.execute(db);
  await edit(east, id, { fee: "¥88" });
  await publish(east, id);
  const [last] = await versionsOf(id);
  expect(last?.fields.toSorted()).toEqual(["fee", "subtitle"]);
});
