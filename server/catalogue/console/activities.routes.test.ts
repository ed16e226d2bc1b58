import { expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import {
  countConsoleActivities,
  createActivity,
  listEditorChoices,
  listConsoleActivities,
  showConsoleActivity,
} from "#contract/console/activity/activities.ts";
import {
  createDraftPreview,
  discardActivityDraft,
  saveActivityDraft,
  showActivityDraft,
  touchActivityPresence,
} from "#contract/console/activity/draft.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator } from "../../testing/operator.ts";
import { completeFields, eastScope, southScope, testActivities } from "./test-activities.ts";

const app = await openApp();
const beside = await openApp({ beside: app });
const { add, call, edit, publish, auditOf } = testActivities(app);
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const east = await loginOperator(app, "region", eastScope, { name: "周运营" });
const south = await loginOperator(app, "region", southScope);
const shown = (id: string) => app.call(showNearby, { id });

const fresh = {
  title: "莫干山晨雾试驾",
  activityType: "localoffline",
  pageType: "signup",
  businessType: 1,
  sponsorLevel1: "107002",
  sponsorLevel2: "VWSA400000",
  cityCode: "330100",
} as const;

test("CO43 CO45 a new activity is a draft that nobody sees until it is complete and published", async () => {
  const { activityId } = (await call(east, createActivity, fresh)).data;
  expect((await call(east, showConsoleActivity, { activityId })).data).toMatchObject({
    state: "draft",
    title: fresh.title,
    canWrite: true,
    canPublish: true,
  });
  const refused = await publish(east, activityId);
  expect(refused).toMatchObject({
    status: 601,
    data: { fields: { coverUrl: "请选择图片，或填写 https:// 地址", address: "请填写" } },
  });
  expect((await shown(activityId)).status).toBe(404);
  const saved = await edit(east, activityId, { ...completeFields, title: "莫干山暮色试驾" });
  expect(saved.data.draft).toMatchObject({ revision: 1, faults: {}, values: { title: "莫干山暮色试驾" } });
  // The list knows the draft's title, since nobody else sees the row.
  const { rows } = (await call(east, listConsoleActivities, { filter: { text: "暮色" } })).data;
  expect(rows.map((row) => row.activityId)).toContain(activityId);
  expect((await publish(east, activityId)).data).toMatchObject({ outcome: "done" });
  await expect.poll(async () => (await shown(activityId)).data.title).toBe("莫干山暮色试驾");
  expect((await publish(east, activityId)).data).toMatchObject({ outcome: "again" });
  expect(await auditOf(activityId)).toEqual([
    "activity.create done",
    "draft.save title, subtitle, coverUrl, address",
    "catalogue.publish done",
  ]);
});

test("CO47 changes of a published activity are a draft beside it, and go live together in every process", async () => {
  const id = await add({ title: "晨雾试驾" });
  await expect.poll(async () => (await shown(id)).data.title).toBe("晨雾试驾");
  await edit(east, id, { title: "暮色试驾", fee: "¥68" });
  expect((await call(east, showConsoleActivity, { activityId: id })).data).toMatchObject({
    state: "changed",
    title: "晨雾试驾",
    draftFields: ["title", "fee"],
  });
  expect((await beside.call(showNearby, { id })).data.title).toBe("晨雾试驾");
  expect((await publish(east, id)).data.outcome).toBe("done");
  for (const process of [app, beside])
    await expect
      .poll(async () => (await process.call(showNearby, { id })).data, { timeout: 2_000 })
      .toMatchObject({ title: "暮色试驾", fee: "¥68" });
  expect((await call(east, showConsoleActivity, { activityId: id })).data).toMatchObject({
    state: "published",
    draftFields: [],
    revision: 2,
    changedBy: "周运营",
    changedDoor: "console",
  });
  expect((await auditOf(id)).at(-1)).toBe("catalogue.change title, fee");
});

test("CO46 a preview shows the draft to its holder alone, and what is stored to everybody else", async () => {
  const id = await add({ title: "晨雾试驾" });
  await edit(east, id, {
    title: "暮色试驾",
    content: "<p>新内容</p><script>alert(1)</script>",
    startTime: "",
  });
  const { path } = (await call(east, createDraftPreview, { activityId: id })).data;
  const query = Object.fromEntries(new URL(path, "http://localhost").searchParams);
  const previewed = await app.call(showNearby, { id: "00", ...query });
  expect(previewed.data).toMatchObject({ activityId: id, title: "暮色试驾", content: "<p>新内容</p>" });
  await edit(east, id, { title: "夜色试驾" });
  expect((await app.call(showNearby, { id: "00", ...query })).data.title).toBe("夜色试驾");
  expect((await shown(id)).data.title).toBe("晨雾试驾");
  app.context.clock.set(app.context.clock.now() + 31 * 60_000);
  expect((await app.call(showNearby, { id: "00", ...query })).status).toBe(404);
  app.context.clock.set(null);
});

test("CO86 of two who save different fields both are kept; the same field is told with its author", async () => {
  const id = await add();
  const open = async () => (await call(east, showActivityDraft, { activityId: id })).data;
  const { revision: basedOn, liveRevision: basedOnLive } = await open();
  const save = (who: typeof east, changes: object) =>
    call(who, saveActivityDraft, { activityId: id, basedOn, basedOnLive, changes });
  expect((await save(admin, { title: "暮色", subtitle: "一" })).data.draft.revision).toBe(1);
  const merged = await save(east, { fee: "¥68" });
  expect(merged.data).toMatchObject({
    merged: { by: "陈主管", fields: ["title", "subtitle"] },
    draft: { values: { title: "暮色", subtitle: "一", fee: "¥68" }, authors: { fee: { by: "周运营" } } },
  });
  const refused = await save(east, { title: "夜色", address: "他处" });
  expect(refused).toMatchObject({
    status: 409,
    code: "EDIT_CONFLICT",
    data: { by: "陈主管", fields: ["title"] },
  });
  expect((await open()).values).not.toHaveProperty("address");
});

test("CO86 of two who save at once one is told what the other saved, and nothing is lost", async () => {
  const id = await add();
  const save = (who: typeof east, title: string) =>
    call(who, saveActivityDraft, { activityId: id, basedOn: 0, basedOnLive: 1, changes: { title } });
  const answers = await Promise.all([save(east, "甲"), save(admin, "乙")]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const { values } = (await call(east, showActivityDraft, { activityId: id })).data;
  const won = answers.find(({ status }) => status === 200);
  expect(values.title).toBe(won?.data.draft.values.title);
});

test("CO09 CO47 an activity of another region is unknown to draft, preview and list", async () => {
  const id = await add();
  for (const answer of [
    await call(south, showConsoleActivity, { activityId: id }),
    await call(south, showActivityDraft, { activityId: id }),
    await call(south, createDraftPreview, { activityId: id }),
    await call(south, saveActivityDraft, {
      activityId: id,
      basedOn: 0,
      basedOnLive: 1,
      changes: { title: "x" },
    }),
    await call(south, discardActivityDraft, { activityId: id, basedOn: 0 }),
    await call(south, touchActivityPresence, { activityId: id }),
  ])
    expect(answer.status).toBe(404);
  const { rows } = (await call(south, listConsoleActivities, { filter: { text: id } })).data;
  expect(rows).toEqual([]);
  const given = await edit(east, id, { sponsorLevel2: "VWSA500000" });
  expect(given.status).toBe(200);
  expect(await publish(east, id)).toMatchObject({
    status: 601,
    data: { fields: { sponsorLevel1: "您不能管理该主办方的活动" } },
  });
  expect(await call(south, createActivity, fresh)).toMatchObject({ status: 601 });
});

test("CO45 discarding a draft leaves what visitors see, and tells who was faster", async () => {
  const id = await add({ title: "晨雾试驾" });
  await edit(east, id, { title: "暮色试驾" });
  expect((await call(east, discardActivityDraft, { activityId: id, basedOn: 7 })).status).toBe(409);
  const { draft } = (await call(east, discardActivityDraft, { activityId: id, basedOn: 1 })).data;
  expect(draft).toMatchObject({ values: {}, revision: 2, live: { title: "晨雾试驾" } });
});

test("CO87 who edits is shown to others within a report, and no more after 45 seconds", async () => {
  const id = await add();
  const names = async (who: typeof east, isLeaving = false) =>
    (await call(who, touchActivityPresence, { activityId: id, isLeaving })).data.others.map(
      ({ name }) => name,
    );
  expect(await names(admin)).toEqual([]);
  expect(await names(east)).toEqual(["陈主管"]);
  expect(await names(admin)).toEqual(["周运营"]);
  app.context.clock.set(app.context.clock.now() + 46_000);
  expect(await names(admin)).toEqual([]);
  expect(await names(east)).toEqual(["陈主管"]);
  await names(admin, true);
  expect(await names(east)).toEqual([]);
  app.context.clock.set(null);
});

test("CO30 the list filters, sorts and pages by cursor, and the counts follow the filter", async () => {
  const title = "翻页车友日";
  const ids: string[] = [];
  for (let at = 0; at < 53; at++)
    ids.push(
      await add({
        title,
        startTime: app.context.clock.now() + at * 60_000,
        endTime: app.context.clock.now() + 86_400_000 * 9,
        isDraft: at < 2,
        cityCode: at === 5 ? "320100" : "310100",
      }),
    );
  const filter = { text: title };
  const first = (
    await call(east, listConsoleActivities, { filter, sort: { by: "startTime", isDescending: false } })
  ).data;
  expect([first.rows.length, first.count, first.isCountExact]).toEqual([50, 53, true]);
  const second = (
    await call(east, listConsoleActivities, {
      filter,
      sort: { by: "startTime", isDescending: false },
      cursor: first.next ?? "",
      asOf: first.asOf,
    })
  ).data;
  expect([...first.rows, ...second.rows].map(({ activityId }) => activityId)).toEqual(ids);
  expect(second.next).toBeNull();
  const { counts } = (await call(east, countConsoleActivities, { filter })).data;
  expect(Object.fromEntries(counts.map(({ state, count }) => [state, count]))).toEqual({
    draft: 2,
    published: 51,
  });
  const found = async (more: object) =>
    (await call(east, listConsoleActivities, { filter: { ...filter, ...more } })).data.count;
  expect([
    await found({ states: ["draft"] }),
    await found({ cityCode: "320100" }),
    await found({ businessType: 2 }),
    await found({ sponsorLevel1: "107001" }),
    await found({ dealerId: "1" }),
  ]).toEqual([2, 1, 0, 0, 0]);
  expect((await call(south, countConsoleActivities, { filter })).data.counts).toEqual([]);
});

test("CO43 the editor's choices are dealers in scope, series and covers in use", async () => {
  const { data } = await call(east, listEditorChoices, { dealerText: "没有这家" });
  expect(data.dealers).toEqual([]);
  expect(data.pictures).toContain("/media/cover.svg");
});
