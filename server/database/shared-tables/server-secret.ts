import type { ColumnType } from "kysely";
import type { Clock } from "../../core/clock.ts";
import { memoizeAsync } from "../../core/memoize-async.ts";
import { encryptedText, type EncryptedParameter } from "../encryption/encrypted-columns.ts";
import { newToken } from "../../core/secrets.ts";
import type { Database } from "../connection/database.ts";

type ServerSecretTables = {
  server_secret: { name: string; value: ColumnType<string, EncryptedParameter>; created_time: Date };
};

/**
 * Secret that all processes of an installation share: generated once, stored encrypted, never logged. An
 * existing secret is only read, so that a full disk does not block it.
 */
export async function serverSecret(database: Database, clock: Clock, name: string): Promise<string> {
  const db = database.withTables<ServerSecretTables>();
  const stored = db
    .selectFrom("server_secret")
    .select(["name", "value as secret_value"])
    .where("name", "=", name);
  const found = await stored.executeTakeFirst();
  if (found) return found.secret_value;
  await db
    .insertInto("server_secret")
    .values({ name, value: encryptedText(newToken(), "secret", name), created_time: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // If several processes generate it at once, one of them is stored.
  return (await stored.executeTakeFirstOrThrow()).secret_value;
}

/** The same, loaded on first use and cached; a failed load is not cached. */
export const memoizedServerSecret = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  name: string,
): (() => Promise<string>) => memoizeAsync(() => serverSecret(db, clock, name));
