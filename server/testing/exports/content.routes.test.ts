import { strFromU8, unzipSync } from "fflate";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { exportLists, showExportChoices, type ExportListName } from "#contract/console/export/exports.ts";
import { everyScope } from "#contract/console/scope.ts";
import { testGuests, testScopes, type TestGuests } from "../../signup/console/test-guests.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../operator.ts";
import { csvRows, testExports } from "./test-exports.ts";

const app = await openApp();
const { db } = app.context;
const { ask, download, fileOf } = testExports(app);
let guests: TestGuests;
let hq: TestOperator;
beforeAll(async () => {
  // Files are made when a test says so.
  app.console.exports.close();
  guests = await testGuests(app);
  hq = await loginOperator(app, "hq-admin", testScopes.hq);
});

test("CO96 CO97 a workbook has two sheets, ids as text, and no formulas; CSV also in GB18030", async () => {
  const activityId = await guests.addActivity();
  const { signUpId } = await guests.addGuest(activityId, "1", { name: "=1+1" });
  const wanted = { filter: { activityId }, columns: ["id", "name", "position"] };
  const filterWords = [{ label: "手机号", value: "13712345678" }];
  const parts = unzipSync(await fileOf(hq, { ...wanted, format: "xlsx", filterWords }));
  const text = Object.entries(parts)
    .filter(([name]) => name.endsWith(".xml"))
    .map(([, bytes]) => strFromU8(bytes))
    .join("\n");
  expect(text).toContain("说明");
  expect(text).toContain("137****5678");
  expect(text).not.toContain("13712345678");
  expect(text).toContain("'=1+1");
  expect(text).not.toContain("<f>");
  const sheet = strFromU8(parts["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  // A number would be a value without a type.
  expect(sheet).not.toContain(`<v>${signUpId}</v>`);
  const rare = await guests.addActivity();
  await guests.addGuest(rare, "1", { name: "𠮷㛃龘" });
  const encoded = await fileOf(hq, { filter: { activityId: rare }, columns: ["name"], format: "gb18030" });
  expect(iconv.decode(encoded, "gb18030")).toBe("姓名\r\n𠮷㛃龘\r\n");
});

/** Lists whose calls need a filter. */
const filters: Readonly<Partial<Record<ExportListName, () => Promise<object> | object>>> = {
  waitlist: async () => ({ activityId: await guests.addActivity() }),
  reconciliation: () => ({ month: "2026-11" }),
  differences: () => ({ way: "wechat", day: "2026-11-01" }),
  figures: () => ({ figure: "signUps", range: { from: "2026-11-01", to: "2026-11-27" } }),
};
test.for(Object.keys(exportLists) as ExportListName[])(
  "CO98 the list %s has a file with all columns",
  async (list) => {
    const more = (["finance", "sysadmin"] as const).map((role) => ({ role }));
    const operator = await loginOperator(app, "hq-admin", everyScope, { more });
    const { data } = await callAsOperator(app, operator, showExportChoices, { list });
    const columns = data.columns.map(({ id }) => id);
    expect(new Set(columns).size).toBe(columns.length);
    const filter = { ...(await filters[list]?.()) };
    const file = await fileOf(operator, { list, filter, columns });
    expect(file.toString()).toContain(data.columns.map(({ label }) => label).join(","));
  },
);

test("CO34 a file by name searches the rows; the name is in no audit line and encrypted in the database", async () => {
  const activityId = await guests.addActivity();
  await guests.addGuest(activityId, "1", { name: "欧阳晓" });
  await guests.addGuest(activityId, "1", { name: "林晓岚" });
  const { exportId } = (await ask(hq, { filter: { activityId }, keyword: "欧阳", columns: ["name"] })).data;
  await app.console.exports.run();
  expect(csvRows(await download(hq, exportId))).toEqual(["欧阳晓"]);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(j::text, '') from (select export_id, list, state, expected from export_job) j) ||
      (select string_agg(a::text, '') from audit_entry a) as text`.execute(db);
  expect(rows[0]?.text).not.toContain("欧阳");
  expect((await ask(hq, { list: "koc", columns: ["nickname"], keyword: "欧阳" })).code).not.toBe("00");
});
