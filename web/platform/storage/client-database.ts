import {
  openClientDatabase,
  DatabaseTimeout,
  withTimeout,
  objectStores,
  type OpenedDatabase,
  type StoredRecord,
  type ObjectStoreName,
} from "./open-client-database.ts";
import { safeLocalStorage } from "./safe-storage.ts";

/** Stores with data of one person: emptied at logout and when another person logs in (requirement Q14). */
const personal = ["users", "signups", "favorites", "cache"] as const satisfies readonly ObjectStoreName[];

/** Pause after a timeout of the database, ms: a busy phone recovers, and the data on disk is read again. */
const PAUSE = 20_000;

/** Key in store `users`: the person whom the personal stores belong to. */
export const OWNER_KEY = "owner";

const isExpired = ({ expiration_time }: StoredRecord): boolean =>
  expiration_time !== undefined && expiration_time <= Date.now();

/**
 * Local storage key that marks a logout after which the personal stores must still be emptied (requirement
 * Q14).
 */
const TO_EMPTY = "marque.to-empty";
async function emptyPersonal(opened: OpenedDatabase): Promise<void> {
  const transaction = opened.transaction(personal, "readwrite");
  await Promise.all([...personal.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  safeLocalStorage.remove(TO_EMPTY);
}

/** A write that may be repeated. */
type Write = (opened: OpenedDatabase) => Promise<unknown>;
const PERSONAL = "personal";
const idOf = (name: ObjectStoreName, key: string): string => `${name} ${key}`;

/**
 * The client database (requirements Q01–Q14): records by key in six stores. Uses memory when the browser has
 * no IndexedDB, blocks it or does not answer; writes that failed by a timeout are repeated when it answers.
 * Never throws and never waits longer than a moment. The library is loaded on first use.
 */
export class ClientDatabase {
  readonly #memory = new Map<ObjectStoreName, Map<string, StoredRecord>>(
    objectStores.map((name) => [name, new Map()]),
  );
  /**
   * Writes that a silent database has not received, in order, the last one of each record. They precede all
   * other requests.
   */
  readonly #pendingWrites = new Map<string, Write>();
  #opening: Promise<OpenedDatabase> | null = null;
  /** Until then the database is not used, since it cannot be opened or timed out; ms, monotonic. */
  #pausedUntil = 0;

  /** @param expiresIn ms; without it the record stays until removed */
  async put(
    name: ObjectStoreName,
    key: string,
    value: unknown,
    { expiresIn }: { expiresIn?: number } = {},
  ): Promise<void> {
    const now = Date.now();
    const expiration = expiresIn === undefined ? {} : { expiration_time: now + expiresIn };
    const stored: StoredRecord = { key, value, created_time: now, ...expiration };
    const newer = this.#inMemory(name);
    await this.#write(
      idOf(name, key),
      async (opened) => {
        const before = newer.get(key);
        await opened.put(name, stored);
        // Records that were put meanwhile are newer.
        if (newer.get(key) === before) newer.delete(key);
      },
      () => newer.set(key, stored),
    );
  }

  /** A record, or null; reading an expired record deletes it. */
  async get(name: ObjectStoreName, key: string): Promise<StoredRecord | null> {
    // A record in memory is newer: it could not be written.
    const newer = this.#inMemory(name).get(key);
    const found =
      newer ??
      (await this.#runOrFallback<StoredRecord | undefined>(
        (opened) => opened.get(name, key),
        () => undefined,
      ));
    if (found === undefined || !isExpired(found)) return found ?? null;
    await this.remove(name, key);
    return null;
  }

  async remove(name: ObjectStoreName, key: string): Promise<void> {
    this.#inMemory(name).delete(key);
    await this.#write(idOf(name, key), (opened) => opened.delete(name, key));
  }

  /** All records of a store; reading deletes the expired ones. */
  async getAll(name: ObjectStoreName): Promise<StoredRecord[]> {
    const newer = this.#inMemory(name);
    const onDisk = await this.#runOrFallback<StoredRecord[]>(
      (opened) => opened.getAll(name),
      () => [],
    );
    const found = [...onDisk.filter(({ key }) => !newer.has(key)), ...newer.values()];
    await Promise.all(found.filter(isExpired).map(({ key }) => this.remove(name, key)));
    return found.filter((stored) => !isExpired(stored));
  }

  /**
   * Empties the stores with personal data. If the page is left before a silent database answers, the next
   * page does it.
   */
  async removePersonal(): Promise<void> {
    this.#clearPersonalMemory();
    await this.#write(PERSONAL, emptyPersonal, (isSilent) => isSilent && safeLocalStorage.set(TO_EMPTY, "1"));
  }

  /**
   * Records the owner of the personal stores and empties them if they belonged to another person; a visitor's
   * data becomes theirs (requirement Q14). Requests after this call see the result.
   */
  async claimFor(openId: string): Promise<void> {
    const current = this.#inMemory("users").get(OWNER_KEY)?.value;
    const belongsToOther = (owner: unknown): boolean => owner !== undefined && owner !== openId;
    if (belongsToOther(current)) this.#clearPersonalMemory();
    const owner: StoredRecord = { key: OWNER_KEY, value: openId, created_time: Date.now() };
    const newer = this.#inMemory("users");
    await this.#write(
      idOf("users", OWNER_KEY),
      async (opened) => {
        const before = newer.get(OWNER_KEY);
        // A single transaction that starts at once, so that later reads wait for its end.
        const transaction = opened.transaction(personal, "readwrite");
        const users = transaction.objectStore("users");
        if (belongsToOther(current ?? (await users.get(OWNER_KEY))?.value))
          await Promise.all(personal.map((name) => transaction.objectStore(name).clear()));
        await Promise.all([users.put(owner), transaction.done]);
        if (newer.get(OWNER_KEY) === before) newer.delete(OWNER_KEY);
      },
      () => newer.set(OWNER_KEY, owner),
    );
  }

  #inMemory(name: ObjectStoreName): Map<string, StoredRecord> {
    return this.#memory.get(name) ?? new Map<string, StoredRecord>();
  }

  /** Clears the personal stores in memory, and drops their pending writes. */
  #clearPersonalMemory(): void {
    for (const name of personal) {
      this.#inMemory(name).clear();
      for (const id of this.#pendingWrites.keys())
        if (id.startsWith(idOf(name, ""))) this.#pendingWrites.delete(id);
    }
  }

  /**
   * Writes to disk, or to memory and the pending writes while the database is silent.
   * @param id of the write: a later write with the same id replaces it
   */
  async #write(id: string, write: Write, inMemory: (isSilent: boolean) => unknown = () => {}): Promise<void> {
    this.#pendingWrites.delete(id);
    await this.#runOrFallback<unknown>(write, (isSilent) => {
      inMemory(isSilent);
      if (isSilent) this.#pendingWrites.set(id, write);
    });
  }

  /** Repeats the pending writes. */
  async #flush(opened: OpenedDatabase): Promise<void> {
    // A previous page was left before it emptied the stores. If that fails, nothing is read either.
    if (!this.#pendingWrites.has(PERSONAL) && safeLocalStorage.get(TO_EMPTY) !== null)
      await emptyPersonal(opened);
    for (const [id, write] of this.#pendingWrites) {
      // A rejected write stays in memory only.
      await write(opened).catch(() => {});
      if (this.#pendingWrites.get(id) === write) this.#pendingWrites.delete(id);
    }
  }

  /** Runs a request on the browser's database, or the fallback when that fails. */
  async #runOrFallback<T>(
    onDisk: (opened: OpenedDatabase) => Promise<T>,
    fallback: (isSilent: boolean) => T,
  ): Promise<T> {
    if (performance.now() < this.#pausedUntil) return fallback(this.#pausedUntil < Infinity);
    let isOpened = false;
    let isLate = false;
    const opening = (this.#opening ??= openClientDatabase(() => {
      this.#opening = null;
    }));
    const running = opening.then(async (opened) => {
      isOpened = true;
      await this.#flush(opened);
      // Too late: the fallback has run, and a write is among the pending ones.
      if (isLate) throw new DatabaseTimeout();
      return onDisk(opened);
    });
    try {
      return await withTimeout(running);
    } catch (error) {
      const isSilent = error instanceof DatabaseTimeout;
      if (isSilent) {
        isLate = true;
        this.#pausedUntil = performance.now() + PAUSE;
        // The database may only be slow: it is used again when it answers.
        const resume = () => this.#resume(opening);
        if (isOpened) running.then(resume, resume);
        else opening.then(resume, () => {});
      } else if (!isOpened) this.#pausedUntil = Infinity;
      if (!isOpened && this.#opening === opening) this.#opening = null;
      return fallback(isSilent);
    }
  }

  #resume(opening: Promise<OpenedDatabase>): void {
    this.#opening ??= opening;
    this.#pausedUntil = 0;
    void this.#runOrFallback(
      async () => {},
      () => {},
    );
  }
}

/** The client database of this page. */
export const database = new ClientDatabase();
