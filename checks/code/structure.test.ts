import { expect, test } from "vitest";
import { findingsIn } from "../test-findings.ts";
import { exportedNames } from "./exported-names.ts";
import { folders } from "./folders.ts";
import { sqlInStores } from "./sql-in-stores.ts";

const files = (count: number, path: (at: number) => string, text = ""): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [path(at), text]));

test("finds a folder with too many product files; tests do not count", () => {
  expect(
    findingsIn(folders, {
      ...files(26, (at) => `server/club/a${at}.ts`),
      ...files(25, (at) => `server/lead/a${at}.ts`),
      ...files(9, (at) => `server/lead/a${at}.test.ts`),
      ...files(30, (at) => `server/testing/a${at}.ts`),
    }),
  ).toEqual(["server/club:1 has 26 product files, over 25"]);
});

test("finds a feature that has another name in web or e2e than in contract and server", () => {
  const message = "is a feature that neither contract/ nor server/ has by this name";
  expect(
    findingsIn(folders, {
      "contract/club/club.ts": "",
      "server/car/index.ts": "",
      "web/club/page.tsx": "",
      "web/car/page.tsx": "",
      "web/community/page.tsx": "",
      "web/platform/http/send.ts": "",
      "web/routes.ts": "",
      "e2e/mine/a.test.ts": "",
    }),
  ).toEqual([`web/community:1 ${message}`, `e2e/mine:1 ${message}`]);
});

test("finds SQL outside stores", () => {
  expect(
    findingsIn(sqlInStores, {
      "server/lead/routes.ts": 'import { sql } from "kysely";\nsql`select 1`;',
      "server/lead/rules.ts": 'import type { Kysely } from "kysely";',
      "server/lead/index.ts": 'import { type RawBuilder, sql as raw } from "kysely";',
      "server/lead/handler.ts": '\ndb.selectFrom("lead").execute();',
      "server/lead/store.ts": 'import { sql } from "kysely";',
      "server/lead/consent-store.ts": 'db.insertInto("lead");',
      "server/lead/routes.test.ts": 'import { sql } from "kysely";',
      "server/database/batching/batch.ts": 'import { sql } from "kysely";',
      "scripts/commands/lead.ts": 'db.deleteFrom("lead");',
    }),
  ).toEqual(
    [
      "server/lead/routes.ts:1",
      "server/lead/index.ts:1",
      "server/lead/handler.ts:2",
      "scripts/commands/lead.ts:1",
    ].map((place) => `${place} has SQL: move it to the feature's store`),
  );
});

test("finds names that many files export, once there are too many of them", () => {
  const exporting = (count: number) =>
    Array.from({ length: count }, (_, at) => `export const name${at} = ${at};`).join("\n");
  const routes = "export const meta = 1; export async function loader() {}";
  const both = (count: number) => ({
    "web/a/a.ts": `${exporting(count)}\n${routes}`,
    "web/b/b.ts": `${exporting(count)}\n${routes}\nexport { meta as other } from "../a/a.ts";`,
    "web/b/b.test.ts": exporting(60),
  });
  expect(findingsIn(exportedNames, both(39))).toEqual([]);
  const found = findingsIn(exportedNames, both(40));
  expect(found).toHaveLength(40);
  expect(found[0]).toBe("web/a/a.ts:1 exports name0, as do web/b/b.ts");
});
