import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { announceContent } from "../database/shared-tables/change-announcement-store.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { addEntityVersion } from "../database/shared-tables/entity-version-store.ts";
import { upsertRow, type UpsertResult } from "../database/statements/upsert-row.ts";
import { seriesRowOf, type NewSeries } from "./import/seed-store.ts";

/** Author of a change of a series, and its time. */
export type SeriesAuthor = { readonly by: AuditActor; readonly now: Date };
/** A series as it is live: its content for versions, without the code. */
export type LiveSeries = {
  readonly content: Omit<NewSeries, "seriesCode"> & { readonly isHidden: boolean };
  readonly revision: number;
};
type LiveSeriesRow = {
  name: string;
  image_url: string;
  position: number;
  is_hidden: boolean;
  revision: number;
};

/** Reads a series. @param isLocked locks the row for a change @returns null: no such series */
export async function readLiveSeries(
  db: Database,
  seriesCode: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<LiveSeries | null> {
  const { rows } = await sql<LiveSeriesRow>`
    select series_code, name, image_url, position, is_hidden, revision from series
    where series_code = ${seriesCode} ${isLocked ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { name, image_url, position, is_hidden, revision } = row;
  return { content: { seriesName: name, imageUrl: image_url, position, isHidden: is_hidden }, revision };
}

/** Runs a change of a series and keeps a version of it if it changed anything; every door uses it. @param db a transaction */
async function withSeriesVersion<T>(
  db: Database,
  seriesCode: string,
  { by, now }: SeriesAuthor,
  run: () => Promise<T>,
): Promise<T> {
  const before = await readLiveSeries(db, seriesCode, { isLocked: true });
  const result = await run();
  const after = await readLiveSeries(db, seriesCode, { isLocked: false });
  if (after === null) return result;
  const change = {
    before: before?.content ?? null,
    after: after.content,
    revision: after.revision,
    by,
    now,
  };
  const fields = await addEntityVersion(db, { kind: "series", id: seriesCode }, change);
  if (fields.length > 0) {
    await sql`update series set revision = revision + ${before === null ? 0 : 1}, changed_time = ${now},
      changed_by = ${by.id}, changed_door = ${by.host} where series_code = ${seriesCode}`.execute(db);
    await announceContent(db, "series_told");
  }
  return result;
}

/** Adds a series, or changes the one with the same code; keeps a version of it. @param db a transaction */
export const putSeries = (db: Database, one: NewSeries, author: SeriesAuthor): Promise<UpsertResult> =>
  withSeriesVersion(db, one.seriesCode, author, () =>
    upsertRow(db, "series", seriesRowOf(one), { key: ["series_code"] }),
  );

/** Shows or hides a series and sets its place in the order. @param db a transaction */
export const placeSeries = (
  db: Database,
  seriesCode: string,
  { isHidden, position }: { readonly isHidden?: boolean; readonly position?: number },
  author: SeriesAuthor,
): Promise<unknown> =>
  withSeriesVersion(db, seriesCode, author, () =>
    sql`update series set is_hidden = coalesce(${isHidden ?? null}::boolean, is_hidden),
      position = coalesce(${position ?? null}::int, position) where series_code = ${seriesCode}`.execute(db),
  );

/** Codes of all series in their order, locked, so that two orders are not mixed. @param db a transaction */
export async function lockSeriesOrder(db: Database): Promise<string[]> {
  const { rows } = await sql<{ series_code: string }>`
    select series_code from series order by position, series_code for update`.execute(db);
  return rows.map(({ series_code }) => series_code);
}
