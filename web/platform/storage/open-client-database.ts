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
  /** Absent: the record stays until removed. */
  readonly expiration_time?: number;
};
type Schema = DBSchema & { [name in ObjectStoreName]: { key: string; value: StoredRecord } };
export type OpenedDatabase = IDBPDatabase<Schema>;

const DATABASE_NAME = "marketing_activity";
/** Longest wait for an answer of IndexedDB, ms; then memory is used (requirement Q12). */
const REQUEST_TIMEOUT = 1_500;

export class DatabaseTimeout extends Error {}
/** Rejects when a promise does not settle in time. @throws DatabaseTimeout */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseTimeout("client database timed out")), REQUEST_TIMEOUT);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Loads the library.
 * @throws DatabaseTimeout when it cannot be loaded, for example without a network, which may return
 */
const loadIdb = () =>
  import("idb").catch(() => {
    throw new DatabaseTimeout("idb not loaded");
  });

async function openOnce(onGone: () => void): Promise<OpenedDatabase> {
  const { openDB } = await loadIdb();
  return openDB<Schema>(DATABASE_NAME, limits.clientDatabaseVersion, {
    upgrade(database) {
      for (const name of objectStores) database.createObjectStore(name, { keyPath: "key" });
    },
    // Another tab needs a newer version, or the browser closed the connection: the next use reopens it.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}

/** Opens the database. One that lacks a store is deleted and recreated, once. */
export async function openClientDatabase(onGone: () => void): Promise<OpenedDatabase> {
  const opened = await openOnce(onGone);
  if (objectStores.every((name) => opened.objectStoreNames.contains(name))) return opened;
  opened.close();
  const { deleteDB } = await loadIdb();
  await withTimeout(deleteDB(DATABASE_NAME));
  return openOnce(onGone);
}
