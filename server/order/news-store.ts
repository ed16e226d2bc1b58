import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Kinds of news on "mine". */
export type MallNewsKind = "shipped" | "refunded" | "arrived" | "closed" | "ready";

/** Tells a person something of the mall on "mine"; a second time about the same makes it unseen again. */
export async function tellNews(
  db: Database,
  {
    userId,
    kind,
    aboutId,
    now,
  }: { readonly userId: string; readonly kind: MallNewsKind; readonly aboutId: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into mall_news (user_id, kind, about_id, created_time) values (${userId}, ${kind}, ${aboutId}, ${now})
    on conflict (user_id, kind, about_id) do update set created_time = excluded.created_time, seen_time = null`.execute(
    db,
  );
}
