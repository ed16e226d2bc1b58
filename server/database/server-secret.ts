import type { ColumnType } from "kysely";
import type { Clock } from "../clock.ts";
import { personal, type Sealing } from "./personal.ts";
import { newToken } from "../secrets.ts";
import type { Database } from "./database.ts";

type Tables = {
  server_secret: { name: string; value: ColumnType<string, Sealing>; created_time: Date };
};

/** A secret that all processes of an installation share: made once, kept sealed in the database, never logged. */
export async function serverSecret(database: Database, clock: Clock, name: string): Promise<string> {
  const db = database.withTables<Tables>();
  await db
    .insertInto("server_secret")
    .values({ name, value: personal(newToken(), "secret", name), created_time: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret_value } = await db
    .selectFrom("server_secret")
    .select(["name", "value as secret_value"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return secret_value;
}
