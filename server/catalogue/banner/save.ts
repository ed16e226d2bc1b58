import type { BannerFields } from "#contract/console/content/banners.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { lastPlace, lockBannerOrder, putBanner, readBanner } from "../../activity/index.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import { entityVersions, type EntityVersionRow } from "../../database/shared-tables/entity-version-store.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import { bannerListStore } from "./list-store.ts";
import { bannerMessages } from "./messages.ts";
import { bannerFieldsOf, judgeBanner, mergeBanner } from "./rules.ts";

const RIGHT: OperatorRight = "banner.write";
export const bannerUnknown = (): Refusal => new Refusal("notFound", { message: bannerMessages.unknown });
/** @throws Refusal "notFound" unless the banner is the caller's own */
export async function requireOwnBanner(
  db: Database,
  caller: OperatorCaller,
  bannerId: string,
): Promise<void> {
  if (!(await bannerListStore(db).isOwn(bannerId, requireScopes(caller, RIGHT)))) throw bannerUnknown();
}
/** @throws Refusal "invalid" at the city that is not the caller's */
async function requireCity(db: Database, caller: OperatorCaller, cityCode: string | null): Promise<void> {
  if (!(await bannerListStore(db).mayShowIn(cityCode, requireScopes(caller, RIGHT))))
    throw new Refusal("invalid", { fields: { cityCode: bannerMessages.city } });
}

type Written = { readonly bannerId: string; readonly action: AuditAction; readonly outcome: string };
const writeLine = (
  db: Database,
  caller: OperatorCaller,
  { bannerId, action, outcome }: Written,
  now: Date,
): Promise<void> =>
  writeAuditEntry(db, {
    by: operatorAuditActor(caller),
    action,
    about: { kind: "banner", id: bannerId },
    outcome,
    now,
  });

/** Adds a banner, the last one of its position. @returns its id @throws Refusal "invalid" */
export const addBanner = (
  database: Database,
  caller: OperatorCaller,
  fields: BannerFields,
  now: Date,
): Promise<string> =>
  database.transaction().execute(async (db) => {
    await requireCity(db, caller, fields.cityCode);
    const bannerId = newId();
    const banner = judgeBanner(bannerId, await lastPlace(db, fields.position), fields);
    await putBanner(db, banner, { by: operatorAuditActor(caller), now });
    await writeLine(db, caller, { bannerId, action: "banner.add", outcome: fields.position }, now);
    return bannerId;
  });

/** Last author and time of others' changes; `by`: the operator's id, null for another door. */
export type OthersChange = {
  readonly by: string | null;
  readonly at: string;
  readonly fields: readonly string[];
};
const lastChange = (
  since: readonly EntityVersionRow[],
  fields: readonly string[],
  now: Date,
): OthersChange => {
  const last = since.find((row) => row.fields.some((field) => fields.includes(field)));
  return {
    by: last?.author_kind === "operator" && last.door === "console" ? last.author_id : null,
    at: toShanghaiIso(last?.at_time ?? now),
    fields,
  };
};

type Edit = { readonly bannerId: string; readonly basedOn: number; readonly changes: Partial<BannerFields> };
export type SavedBanner = { readonly conflict: OthersChange | null; readonly merged: OthersChange | null };
/**
 * Merges changes into a banner, in one transaction with its version and audit entry; nothing is written if there is a
 * conflict.
 * @throws Refusal "notFound", "invalid" with a fault by field
 */
export const changeBanner = (
  database: Database,
  caller: OperatorCaller,
  { bannerId, basedOn, changes }: Edit,
  now: Date,
): Promise<SavedBanner> =>
  database.transaction().execute(async (db) => {
    if (changes.position !== undefined) await lockBannerOrder(db);
    const live = await readBanner(db, bannerId, { isLocked: true });
    if (live === null) throw bannerUnknown();
    await requireOwnBanner(db, caller, bannerId);
    const since = await entityVersions(db).changesSince({ kind: "banner", id: bannerId }, basedOn);
    const others = new Set(since.flatMap(({ fields }) => fields));
    const { fields, conflicts, merged } = mergeBanner(bannerFieldsOf(live.content), changes, others);
    if (conflicts.length > 0) return { conflict: lastChange(since, conflicts, now), merged: null };
    await writeFields(db, caller, { bannerId, live, fields, action: "banner.change" }, now);
    return { conflict: null, merged: merged.length === 0 ? null : lastChange(since, merged, now) };
  });

type Writing = {
  readonly bannerId: string;
  readonly live: NonNullable<Awaited<ReturnType<typeof readBanner>>>;
  readonly fields: BannerFields;
  readonly action: AuditAction;
  readonly outcome?: string;
};
/** Writes the fields of a locked banner by today's rules; another position puts it at its end. @throws Refusal "invalid" */
async function writeFields(
  db: Database,
  caller: OperatorCaller,
  { bannerId, live, fields, action, outcome }: Writing,
  now: Date,
): Promise<void> {
  await requireCity(db, caller, fields.cityCode);
  const stays = fields.position === live.row.position;
  const place = stays ? live.row.place : await lastPlace(db, fields.position);
  const banner = judgeBanner(bannerId, place, fields);
  const { columns } = await putBanner(db, banner, { by: operatorAuditActor(caller), now });
  await writeLine(db, caller, { bannerId, action, outcome: outcome ?? (columns.join(", ") || "same") }, now);
}

type Restoring = { readonly bannerId: string; readonly revision: number; readonly basedOn: number };
/**
 * Puts the fields of a version back.
 * @throws Refusal "notFound", "invalid"
 * @returns others' changes since the revision that the operator saw; null: it was restored
 */
export const restoreFields = (
  database: Database,
  caller: OperatorCaller,
  { bannerId, revision, basedOn }: Restoring,
  now: Date,
): Promise<OthersChange | null> =>
  database.transaction().execute(async (db) => {
    await lockBannerOrder(db);
    const live = await readBanner(db, bannerId, { isLocked: true });
    if (live === null) throw bannerUnknown();
    await requireOwnBanner(db, caller, bannerId);
    const versions = entityVersions(db);
    const entity = { kind: "banner", id: bannerId } as const;
    const since = await versions.changesSince(entity, basedOn);
    if (since.length > 0) return lastChange(since, [...new Set(since.flatMap(({ fields }) => fields))], now);
    const version = await versions.find(entity, revision);
    if (version === null) throw new Refusal("notFound", { message: bannerMessages.unknownVersion });
    const fields = bannerFieldsOf(version.content);
    const outcome = `version ${revision}`;
    await writeFields(db, caller, { bannerId, live, fields, action: "banner.restore", outcome }, now);
    return null;
  });

export { writeLine };
