import type { DBSchema, IDBPDatabase } from "idb";
import { limits } from "#contract/core/limits.ts";

/** Object stores of contract section 9 (requirements Q02–Q07). */
export const objectStores = [
  "activities",
  "users",
  "signups",
  "favorites",
  "cache",
  "interface_data_cache",
] as const;
export type ObjectStoreName = (typeof objectStores)[number];

/** A record; times in ms since epoch. */
export type StoredRecord = {
  readonly key: string;
  readonly value: unknown;
  readonly created_time: number;
  /** Without one it stays until removed. */
  readonly expiration_time?: number;
};
type Schema = DBSchema & { [name in ObjectStoreName]: { key: string; value: StoredRecord } };
export type OpenedDatabase = IDBPDatabase<Schema>;

export const DATABASE_NAME = "marketing_activity";
/** How long an answer of the browser's database is waited for, ms; then memory serves (requirement Q12). */
const PATIENCE = 1_500;

export class DatabaseTimeout extends Error {}
/** Rejects where a promise stays silent. @throws Silence */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseTimeout("the database does not answer")), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @throws Silence where it cannot be loaded: without a network, say, which comes back */
const library = () =>
  import("idb").catch(() => {
    throw new DatabaseTimeout("not loaded");
  });

async function openOnce(onGone: () => void): Promise<OpenedDatabase> {
  const { openDB } = await library();
  return openDB<Schema>(DATABASE_NAME, limits.clientDatabaseVersion, {
    upgrade(database) {
      for (const name of objectStores) database.createObjectStore(name, { keyPath: "key" });
    },
    // Another tab wants a newer version, or the browser took it away: the next use opens again.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}

/** Opens it; one that lacks a store is of no use and made anew, once. */
export async function openClientDatabase(onGone: () => void): Promise<OpenedDatabase> {
  const opened = await openOnce(onGone);
  if (objectStores.every((name) => opened.objectStoreNames.contains(name))) return opened;
  opened.close();
  const { deleteDB } = await library();
  await withTimeout(deleteDB(DATABASE_NAME));
  return openOnce(onGone);
}
