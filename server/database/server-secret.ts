import type { ColumnType } from "kysely";
import type { Clock } from "../clock.ts";
import { once } from "../once.ts";
import { personal, type Sealing } from "./personal.ts";
import { newToken } from "../secrets.ts";
import type { Database } from "./database.ts";

type Tables = {
  server_secret: { name: string; value: ColumnType<string, Sealing>; created_time: Date };
};

/**
 * A secret that all processes of an installation share: made once, kept sealed in the database, never logged.
 * One that stands is only read, so that a disk that takes nothing more keeps nobody from it.
 */
export async function serverSecret(database: Database, clock: Clock, name: string): Promise<string> {
  const db = database.withTables<Tables>();
  const stored = db
    .selectFrom("server_secret")
    .select(["name", "value as secret_value"])
    .where("name", "=", name);
  const found = await stored.executeTakeFirst();
  if (found) return found.secret_value;
  await db
    .insertInto("server_secret")
    .values({ name, value: personal(newToken(), "secret", name), created_time: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Of several processes that make it at once, one's stands.
  return (await stored.executeTakeFirstOrThrow()).secret_value;
}

/** The same, asked for when it is first needed and remembered; a look-up that failed is not. */
export const rememberedSecret = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  name: string,
): (() => Promise<string>) => once(() => serverSecret(db, clock, name));
