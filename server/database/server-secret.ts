import type { Clock } from "../clock.ts";
import { newToken } from "../secrets.ts";
import type { Database } from "./database.ts";

type Tables = { server_secret: { name: string; value: string; created_time: Date } };

/** A secret that all processes of an installation share: made once, kept in the database, never logged. */
export async function serverSecret(database: Database, clock: Clock, name: string): Promise<string> {
  const db = database.withTables<Tables>();
  await db
    .insertInto("server_secret")
    .values({ name, value: newToken(), created_time: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("server_secret")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return value;
}
