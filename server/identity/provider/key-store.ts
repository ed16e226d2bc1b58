import type { ColumnType } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText, type EncryptedParameter } from "../../database/encryption/encrypted-columns.ts";

type Tables = {
  identity_key: {
    kind: string;
    generation: number;
    material: ColumnType<string, EncryptedParameter>;
    created_time: Date;
  };
};
export type StoredKey = { readonly generation: number; readonly material: string; readonly created: number };

export const providerKeyStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    /** Lists all keys of a kind, the newest first. */
    async list(kind: string): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom("identity_key")
        .selectAll()
        .where("kind", "=", kind)
        .orderBy("generation", "desc")
        .execute();
      return rows.map(({ generation, material, created_time }) => ({
        generation,
        material,
        created: created_time.getTime(),
      }));
    },
    /** Adds a generation unless another process has added it. */
    async add(kind: string, generation: number, material: string, now: number): Promise<void> {
      await db
        .insertInto("identity_key")
        .values({
          kind,
          generation,
          material: encryptedText(material, "key", kind, String(generation)),
          created_time: new Date(now),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async deleteBefore(kind: string, generation: number): Promise<void> {
      await db
        .deleteFrom("identity_key")
        .where("kind", "=", kind)
        .where("generation", "<", generation)
        .execute();
    },
  };
};
