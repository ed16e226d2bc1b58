import { expect, test } from "vitest";
import { changeGrants } from "#contract/console/operators.ts";
import type { OperatorRole } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { listViews, removeView, saveView, setDefaultView, type ViewPage } from "#contract/console/views.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";

const app = await openApp();
const list = async (by: TestOperator, page: ViewPage = "guests") =>
  (await callAsOperator(app, by, listViews, { page })).data.views;
const save = (by: TestOperator, name: string, over: object = {}) =>
  callAsOperator(app, by, saveView, {
    page: "guests",
    name,
    state: { query: "?status=open&sort=-created" },
    ...over,
  });
const removeGrants = async (operatorId: string, roles: readonly OperatorRole[]): Promise<void> => {
  const sysadmin = await loginOperator(app, "sysadmin");
  const grants = roles.map((role) => ({ role, scope: everyScope }));
  const args = { operatorId, basedOn: 2, grants };
  expect((await callAsOperator(app, sysadmin, changeGrants, args)).code).toBe("00");
};

test("CO31 a view is kept as it was saved, and changed by its owner", async () => {
  const staff = await loginOperator(app, "hq-staff");
  const { viewId } = (await save(staff, "待处理", { state: { query: "?a=1", columns: ["name", "city"] } }))
    .data;
  expect(await list(staff)).toEqual([
    {
      viewId,
      name: "待处理",
      state: { query: "?a=1", columns: ["name", "city"] },
      sharedRole: null,
      isOwn: true,
      isDefault: false,
    },
  ]);
  expect((await save(staff, "已处理", { viewId })).data).toEqual({ viewId });
  expect((await list(staff)).map(({ name }) => name)).toEqual(["已处理"]);
});

test("CO31 a shared view is used by those of the role, and changed by its owner alone", async () => {
  const [owner, colleague] = [await loginOperator(app, "region"), await loginOperator(app, "region")];
  const stranger = await loginOperator(app, "hq-staff");
  const { viewId } = (await save(owner, "华东", { sharedRole: "region" })).data;
  expect((await list(colleague)).map(({ viewId: id, isOwn }) => [id, isOwn])).toEqual([[viewId, false]]);
  expect(await list(stranger)).toEqual([]);
  expect((await save(colleague, "改名", { viewId })).status).toBe(404);
  expect((await callAsOperator(app, colleague, removeView, { viewId })).status).toBe(404);
  const useIt = (by: TestOperator) => callAsOperator(app, by, setDefaultView, { page: "guests", viewId });
  expect((await useIt(colleague)).code).toBe("00");
  expect((await useIt(stranger)).status).toBe(404);
  expect((await list(colleague))[0]?.isDefault).toBe(true);
  // No longer shared: the colleague's default is gone with it.
  await save(owner, "华东", { viewId });
  expect(await list(colleague)).toEqual([]);
  expect((await callAsOperator(app, owner, removeView, { viewId })).code).toBe("00");
});

test("CO31 a view is shared with one of the owner's roles only", async () => {
  const staff = await loginOperator(app, "hq-staff");
  expect((await save(staff, "越权", { sharedRole: "sysadmin" })).status).toBe(406);
});

test("CO31 a view of a right that one lost shows nothing, and one of a role that its owner lost to nobody", async () => {
  const owner = await loginOperator(app, "dealer", everyScope, { more: [{ role: "finance" }] });
  const colleague = await loginOperator(app, "dealer");
  await save(owner, "门店", { sharedRole: "dealer" });
  expect(await list(colleague)).toHaveLength(1);
  await removeGrants(owner.operatorId, ["finance"]);
  expect(await list(owner)).toEqual([]);
  expect(await list(colleague)).toEqual([]);
  expect((await save(owner, "再来")).status).toBe(406);
});

test("CO31 an operator keeps fifty views of a list, not more", async () => {
  const staff = await loginOperator(app, "hq-staff");
  const answers = await Promise.all(
    Array.from({ length: 55 }, (_none, number) => save(staff, `视图${number}`)),
  );
  expect(answers.filter(({ code }) => code === "00")).toHaveLength(50);
  expect(await list(staff)).toHaveLength(50);
  expect((await save(staff, "别的列表", { page: "leads" })).code).toBe("00");
});
