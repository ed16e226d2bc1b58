import { isDeepStrictEqual } from "node:util";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import type { NewProduct, NewSku } from "../import/rows.ts";
import type { ActedBy } from "./change.ts";
import { findManagedProduct, type ManagedProductDetail } from "./detail-store.ts";
import { saveEntry, SaveRefused, writeProduct, type SavedProduct, type SaveFault } from "./save.ts";
import { mayWriteProducts } from "./scope-store.ts";
import {
  lockProductRevision,
  readProductSnapshots,
  readSkuFieldName,
  skuFieldName,
  type SkuField,
} from "./version-store.ts";

/** Fields of a product that are edited, by their names in versions; the first picture is the cover. Times in ms. */
export type ProductFields = Omit<NewProduct, "productId" | "kind" | "coverUrl" | "images" | "place"> & {
  readonly images: readonly string[];
};
/** A SKU of the matrix: of an existing one only what is changed, of a new one (`skuId` null) also its first stock. */
export type SkuEdit = {
  readonly skuId: string | null;
  readonly optionValues: readonly string[];
  readonly priceFen?: number | undefined;
  readonly listFen?: number | null | undefined;
  readonly ownerFen?: number | null | undefined;
  readonly weightG?: number | undefined;
  readonly isOn?: boolean | undefined;
  readonly stock?: number | undefined;
};
/** Changed fields of a product; the others stay as they are now, whoever changed them. */
export type ProductEdit = {
  readonly productId: string;
  /** Revision that the operator saw. */
  readonly basedOn: number;
  readonly fields: Partial<ProductFields>;
  readonly skus: readonly SkuEdit[];
};
/** Colleagues' changes since the revision that an edit is based on. */
export type OtherChanges = {
  /** Id of the operator who changed it last; null: a command or the catalogue file. */
  readonly by: string | null;
  readonly at: Date;
  readonly fields: readonly string[];
};
export type EditOutcome =
  | {
      readonly outcome: "done" | "same";
      readonly productId: string;
      readonly revision: number;
      /** Changes of others that stay beside these; null: none. */
      readonly merged: OtherChanges | null;
    }
  | ({ readonly outcome: "conflict" } & OtherChanges)
  | { readonly outcome: "notFound" }
  | { readonly outcome: "faults"; readonly faults: Readonly<Record<string, SaveFault>> };

const editedSkuFields = ["priceFen", "listFen", "ownerFen", "weightG", "isOn"] as const satisfies SkuField[];
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Values of an edit by the names of versions. */
function valuesOf({ fields, skus }: Pick<ProductEdit, "fields" | "skus">): Record<string, unknown> {
  const ofSkus = skus.flatMap((sku) => {
    const { skuId } = sku;
    if (skuId === null) return [];
    return editedSkuFields.flatMap((field) =>
      sku[field] === undefined ? [] : [[skuFieldName(skuId, field), sku[field]] as const],
    );
  });
  return { ...given(fields), ...Object.fromEntries(ofSkus) };
}

/** Changes by others since the edit's revision; null: nothing. */
async function changesOfOthers(
  db: Database,
  { productId, basedOn }: ProductEdit,
): Promise<OtherChanges | null> {
  const since = await entityVersions(db).changesSince({ kind: "product", id: productId }, basedOn);
  const [last] = since;
  if (!last) return null;
  const by = last.author_kind === "operator" ? last.author_id : null;
  return { by, at: last.at_time, fields: [...new Set(since.flatMap(({ fields }) => fields))] };
}

/** Fields that both sides changed to different values. */
async function fieldsInConflict(db: Database, edit: ProductEdit, others: OtherChanges): Promise<string[]> {
  const mine = valuesOf(edit);
  const content = (await readProductSnapshots(db, [edit.productId])).get(edit.productId)?.content ?? {};
  const theirs = (name: string): unknown =>
    name === "saleFrom" && typeof content[name] === "string" ? Date.parse(content[name]) : content[name];
  return others.fields.filter((name) => name in mine && !isDeepStrictEqual(mine[name], theirs(name) ?? null));
}

function withImages({ images, ...fields }: Partial<ProductFields>): Partial<NewProduct> {
  if (images === undefined) return fields;
  return { ...fields, coverUrl: images[0] ?? "", images: images.map((pictureUrl) => ({ pictureUrl })) };
}
const newSku = (sku: SkuEdit, productId: string, place: number): NewSku => ({
  skuId: newId(),
  productId,
  place,
  optionValues: sku.optionValues,
  priceFen: sku.priceFen ?? 0,
  listFen: sku.listFen ?? null,
  ownerFen: sku.ownerFen ?? null,
  weightG: sku.weightG ?? 0,
  imageUrl: null,
  isOn: sku.isOn ?? true,
  stock: sku.stock ?? 0,
});

/** Applies an edit to a product as it is now. @throws SaveRefused for a SKU that it does not have */
function applied(found: ManagedProductDetail, edit: ProductEdit): SavedProduct {
  const {
    state: _state,
    sold: _sold,
    changedTime: _time,
    changedBy: _by,
    skus,
    pricePlans: _plans,
    revision,
    ...product
  } = found;
  const changes = new Map(
    edit.skus.flatMap((sku) => (sku.skuId === null ? [] : [[sku.skuId, sku] as const])),
  );
  for (const skuId of changes.keys())
    if (!skus.some((one) => one.skuId === skuId)) throw new SaveRefused({ [`skus.${skuId}`]: "unknown" });
  const kept = skus.map(({ onHand: _onHand, reserved: _reserved, ...sku }) => {
    const {
      priceFen = sku.priceFen,
      listFen = sku.listFen,
      ownerFen = sku.ownerFen,
      weightG = sku.weightG,
      isOn = sku.isOn,
    } = changes.get(sku.skuId) ?? {};
    return { ...sku, priceFen, listFen, ownerFen, weightG, isOn, stock: 0 };
  });
  const added = edit.skus
    .filter(({ skuId }) => skuId === null)
    .map((sku, at) => newSku(sku, edit.productId, kept.length + at));
  return { product: { ...product, ...withImages(edit.fields) }, skus: [...kept, ...added], revision };
}

/** Runs a save in a transaction with its audit entry. */
async function runSave(
  db: Database,
  { by, now }: ActedBy,
  act: Parameters<typeof saveEntry>[1],
  save: (db: Database) => Promise<EditOutcome>,
): Promise<EditOutcome> {
  try {
    return await withAuditEntry(db, save, (result) =>
      result.outcome === "done" ? saveEntry(result.productId, act, { by, now }) : null,
    );
  } catch (error) {
    if (error instanceof SaveRefused) return { outcome: "faults", faults: error.faults };
    throw error;
  }
}

/** Changes of others without the fields that an edit has, too, and to the same values; null: none. */
function besides(others: OtherChanges | null, edit: ProductEdit): OtherChanges | null {
  const mine = valuesOf(edit);
  const fields = others?.fields.filter((field) => !(field in mine)) ?? [];
  return others === null || fields.length === 0 ? null : { ...others, fields };
}

/**
 * Changes fields of a product, merged with what others changed meanwhile; where both changed a field, nothing is changed
 * (requirement CO86). What orders show is a copy (requirement MA07).
 */
export const editProduct = async (
  db: Database,
  edit: ProductEdit,
  author: ActedBy,
  act: "change" | "restore" = "change",
): Promise<EditOutcome> => {
  if (!mayWriteProducts(author.scopes)) return { outcome: "notFound" };
  return runSave(db, author, act, async (transaction) => {
    if ((await lockProductRevision(transaction, edit.productId)) === null) return { outcome: "notFound" };
    const found = await findManagedProduct(transaction, edit.productId, author);
    if (found === null) return { outcome: "notFound" };
    const others = found.revision === edit.basedOn ? null : await changesOfOthers(transaction, edit);
    if (others !== null) {
      const fields = await fieldsInConflict(transaction, edit, others);
      if (fields.length > 0) return { outcome: "conflict", by: others.by, at: others.at, fields };
    }
    const done = await writeProduct(transaction, applied(found, edit), author);
    return { ...done, productId: edit.productId, merged: besides(others, edit) };
  });
};

/** Adds a product, which is a draft until it is published. */
export const insertNewProduct = async (
  db: Database,
  { fields, skus }: { readonly fields: ProductFields; readonly skus: readonly SkuEdit[] },
  author: ActedBy,
): Promise<EditOutcome> => {
  if (!mayWriteProducts(author.scopes)) return { outcome: "notFound" };
  const productId = newId();
  return runSave(db, author, "add", async (transaction) => {
    const { images, ...rest } = fields;
    const product: NewProduct = {
      ...rest,
      productId,
      kind: "goods",
      coverUrl: images[0] ?? "",
      images: images.map((pictureUrl) => ({ pictureUrl })),
      place: 0,
    };
    const matrix = skus.map((sku, place) => newSku(sku, productId, place));
    const done = await writeProduct(transaction, { product, skus: matrix, revision: null }, author);
    return { ...done, productId, merged: null };
  });
};

/** Edit that puts an earlier content back upon what is live; whether it is for sale stays. */
export function restoringEdit(
  productId: string,
  content: Readonly<Record<string, unknown>>,
  found: ManagedProductDetail,
): ProductEdit {
  const { state: _state, saleFrom, ...rest } = content;
  const fields: Record<string, unknown> = {};
  const skus = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(rest)) {
    const sku = readSkuFieldName(name);
    if (sku === null) fields[name] = value;
    else skus.set(sku.skuId, { ...skus.get(sku.skuId), [sku.field]: value });
  }
  // SKUs that came later stay, off sale: orders may name them.
  const edits = found.skus.map(({ skuId, optionValues }): SkuEdit => {
    const then = skus.get(skuId);
    return then === undefined ? { skuId, optionValues, isOn: false } : ({ skuId, ...then } as SkuEdit);
  });
  return {
    productId,
    basedOn: found.revision,
    fields: {
      ...(fields as Partial<ProductFields>),
      saleFrom: typeof saleFrom === "string" ? Date.parse(saleFrom) : null,
    },
    skus: edits,
  };
}
