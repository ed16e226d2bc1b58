import { sql, type RawBuilder } from "kysely";
import type { BannerState } from "#contract/console/content/banners.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import { addEntityVersion, type EntityContent } from "../../database/shared-tables/entity-version-store.ts";
import { upsertRow, type UpsertResult } from "../../database/statements/upsert-row.ts";
import { bannerRowOf, type NewBanner } from "../import/seed-store.ts";
import type { BannerRow } from "../tables.ts";

type BannerAuthor = { readonly by: AuditActor; readonly now: Date };
type BannerChange = BannerAuthor & { readonly bannerId: string };
export type LiveBanner = { readonly row: BannerRow; readonly content: EntityContent };

/** SQL expression: the state of banner b, by its window. */
export const bannerStateAt = (now: Date): RawBuilder<BannerState> => sql<BannerState>`case
  when b.to_time <= ${now} then 'ended' when b.from_time > ${now} then 'planned' else 'live' end`;

/** Content of a banner's versions: everything but the order, which belongs to the list. */
const bannerContent = (row: BannerRow): EntityContent => ({
  position: row.position,
  cityCode: row.city_code,
  imageUrl: row.image_url,
  link: row.link,
  title: row.title,
  subtitle: row.subtitle,
  action: row.action,
  tone: row.tone,
  fromTime: row.from_time && toShanghaiIso(row.from_time),
  toTime: row.to_time && toShanghaiIso(row.to_time),
});

/** Reads a banner. @param isLocked until the transaction ends */
export async function readBanner(
  db: Database,
  bannerId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<LiveBanner | null> {
  const { rows } = await sql<BannerRow>`
    select * from banner where banner_id = ${bannerId} ${isLocked ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { row, content: bannerContent(row) };
}

/**
 * Runs a change of a banner and keeps a version of it (requirement CO88); the catalogue file and the console use it.
 * @param db a transaction
 */
async function withBannerVersion<T>(
  db: Database,
  { bannerId, by, now }: BannerChange,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const before = await readBanner(db, bannerId, { isLocked: true });
  const result = await run(db);
  const after = await readBanner(db, bannerId, { isLocked: false });
  if (after === null) return result;
  const { revision } = after.row;
  const fields = await addEntityVersion(
    db,
    { kind: "banner", id: bannerId },
    { before: before?.content ?? null, after: after.content, revision, by, now },
  );
  if (fields.length === 0) return result;
  await sql`update banner b set revision = revision + ${before === null ? 0 : 1}, changed_time = ${now},
    changed_by = ${by.id}, changed_door = ${by.host}, told_state = ${bannerStateAt(now)}
    where banner_id = ${bannerId}`.execute(db);
  return result;
}

/** Adds or updates a banner; without a window, the stored one stays. @param db a transaction */
export const putBanner = (db: Database, one: NewBanner, { by, now }: BannerAuthor): Promise<UpsertResult> =>
  withBannerVersion(db, { bannerId: one.id, by, now }, (transaction) =>
    upsertRow(transaction, "banner", bannerRowOf(one), { key: ["banner_id"] }),
  );

/** Deletes a banner. @returns whether there was one */
export async function deleteBanner(db: Database, bannerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from banner where banner_id = ${bannerId}`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends a banner that is shown. @param db a transaction @returns whether it was */
export const endShownBanner = (db: Database, { bannerId, by, now }: BannerChange): Promise<boolean> =>
  withBannerVersion(db, { bannerId, by, now }, async (transaction) => {
    const { numAffectedRows } = await sql`update banner b set to_time = ${now}
      where banner_id = ${bannerId} and ${bannerStateAt(now)} = 'live'
        and (from_time is null or from_time < ${now})`.execute(transaction);
    return numAffectedRows === 1n;
  });

/** The place after the last one of a position. @param db a transaction, which then orders banners alone */
export async function lastPlace(db: Database, position: string): Promise<number> {
  await lockBannerOrder(db);
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(place) + 1, 0)::int as place from banner where position = ${position}`.execute(db);
  return rows[0]?.place ?? 0;
}
/** Lets orders change one after the other. It is taken before the lock of a row, so that no two wait for each other. */
export const lockBannerOrder = (db: Database): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('banner order', 0))`.execute(db);

/**
 * Moves a banner to the side of another one of its position, and numbers the position anew.
 * @param db a transaction
 * @returns its place; null: the other one is gone
 */
export async function placeBanner(
  db: Database,
  { row: { banner_id, position } }: Pick<LiveBanner, "row">,
  { beside, side }: { readonly beside: string; readonly side: "before" | "after" },
): Promise<number | null> {
  await lockBannerOrder(db);
  const { rows } = await sql<{ banner_id: string; place: number }>`
    select banner_id, place from banner where position = ${position} order by place, banner_id`.execute(db);
  const ids = rows.map((row) => row.banner_id).filter((one) => one !== banner_id);
  const found = ids.indexOf(beside);
  if (found < 0) return null;
  const at = side === "before" ? found : found + 1;
  ids.splice(at, 0, banner_id);
  await sql`update banner set place = wanted.place - 1
    from unnest(${ids}::text[]) with ordinality as wanted (banner_id, place)
    where banner.banner_id = wanted.banner_id and banner.place <> wanted.place - 1`.execute(db);
  return at;
}

/**
 * Notifies all processes of banners whose window has begun or ended since (requirement CO71). The statement that changes
 * rows notifies even without any, so that it runs only where there are some.
 * @returns whether there were any
 */
export async function notifyWindows(db: Database, now: Date): Promise<boolean> {
  const isDue = sql`b.told_state <> ${bannerStateAt(now)}`;
  const { rows } = await sql`select from banner b where ${isDue} limit 1`.execute(db);
  if (rows.length === 0) return false;
  await sql`update banner b set told_state = ${bannerStateAt(now)} where ${isDue}`.execute(db);
  return true;
}
