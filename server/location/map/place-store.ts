import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** A point of a place, WGS-84 degrees. */
export type PlacePoint = { readonly longitude: number; readonly latitude: number };

/**
 * Whether a published activity, a block of its page or a dealer is exactly at the point. Maps are made for these alone, so
 * that nobody uses up the key's quota with points of their own.
 */
export async function isPublishedPlace(db: Database, { longitude, latitude }: PlacePoint): Promise<boolean> {
  const block = JSON.stringify([{ kind: "map", longitude, latitude }]);
  const { rows } = await sql<{ is_published_place: boolean }>`
    select exists (
      select 1 from activity where is_published
        and ((longitude = ${longitude}::float8 and latitude = ${latitude}::float8) or blocks @> ${block}::jsonb)
    ) or exists (
      select 1 from organisation where longitude = ${longitude}::float8 and latitude = ${latitude}::float8
    ) as is_published_place`.execute(db);
  return rows[0]?.is_published_place === true;
}
