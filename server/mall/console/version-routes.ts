import {
  listProductVersions,
  restoreProductVersion,
  showProductVersion,
  type ProductVersion,
} from "#contract/console/mall/product-edit.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import {
  changedFields,
  entityVersions,
  type EntityContent,
  type EntityVersionRow,
} from "../../database/shared-tables/entity-version-store.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { editProduct, restoringEdit } from "../operator/edit.ts";
import { readProductSnapshots } from "../operator/version-store.ts";
import { mustBeSaved } from "./edit-routes.ts";
import { consoleProductMessages as messages } from "./messages.ts";
import { actedBy, type ProductConsolePorts } from "./ports.ts";
import { readableProduct } from "./read-routes.ts";

const PAGE = 50;
const unknownVersion = (): Refusal => new Refusal("notFound", { message: messages.unknownVersion });
const presentVersion = (row: EntityVersionRow, names: ReadonlyMap<string, string>): ProductVersion => ({
  revision: row.revision,
  fields: row.fields,
  by: (row.author_kind === "operator" ? names.get(row.author_id ?? "") : undefined) ?? null,
  door: row.door,
  time: toShanghaiIso(row.at_time),
});
const authorsOf = (rows: readonly EntityVersionRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ author_kind, author_id }) => (author_kind === "operator" ? (author_id ?? []) : [])),
  ),
];
const differences = (before: EntityContent, after: EntityContent, fields: readonly string[]) =>
  fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
/** Content as restoring would leave it: whether it is for sale stays, and SKUs that came later are off sale. */
function afterRestore(then: EntityContent, live: EntityContent): EntityContent {
  const later = Object.keys(live).filter((name) => name.startsWith("skus.") && !(name in then));
  const kept = later.map((name) => [name, name.endsWith(".isOn") ? false : live[name]] as const);
  return { ...then, ...Object.fromEntries(kept), state: live["state"] };
}

/** Registers the history of products (requirement CO88). */
export function productVersionCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ProductConsolePorts,
): void {
  const { db } = context;
  const versions = entityVersions(db);
  calls.on(listProductVersions, async ({ productId, before }, caller) => {
    const { revision: liveRevision } = await readableProduct(context, db, caller, productId);
    const found = await versions.list({ kind: "product", id: productId }, before ?? null);
    const rows = found.slice(0, PAGE);
    const names = await ports.operatorNames(authorsOf(rows));
    return {
      versions: rows.map((row) => presentVersion(row, names)),
      next: found.length > PAGE ? (rows.at(-1)?.revision ?? null) : null,
      liveRevision,
    };
  });
  calls.on(showProductVersion, async ({ productId, revision }, caller) => {
    await readableProduct(context, db, caller, productId);
    const row = await versions.find({ kind: "product", id: productId }, revision);
    const live = (await readProductSnapshots(db, [productId])).get(productId)?.content;
    if (row === null || live === undefined) throw unknownVersion();
    const then = afterRestore(row.content, live);
    return {
      ...presentVersion(row, await ports.operatorNames(authorsOf([row]))),
      changes: differences(row.old_values, row.content, row.fields),
      restored: differences(live, then, changedFields(live, then)),
    };
  });
  calls.on(restoreProductVersion, async ({ productId, revision, basedOn }, caller) => {
    const found = await readableProduct(context, db, caller, productId);
    const row = await versions.find({ kind: "product", id: productId }, revision);
    if (row === null) throw unknownVersion();
    const edit = { ...restoringEdit(productId, row.content, found), basedOn };
    const done = await mustBeSaved(
      ports,
      await editProduct(db, edit, actedBy(context, caller, "mall.product"), "restore"),
    );
    ports.invalidatePages();
    return { revision: done.revision, outcome: done.outcome };
  });
}
