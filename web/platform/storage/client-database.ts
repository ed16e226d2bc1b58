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

/** Stores with something of one person in them: emptied at logout and when somebody else logs in (requirement Q14). */
const personal = ["users", "signups", "favorites", "cache"] as const satisfies readonly ObjectStoreName[];

/** How long one that hung is left alone, ms: a phone with too much to do gets over it, and what is on disk is read again. */
const PAUSE = 20_000;

/** Of store `users`: whose the personal stores are. */
export const OWNER_KEY = "owner";

const isOver = ({ expiration_time }: StoredRecord): boolean =>
  expiration_time !== undefined && expiration_time <= Date.now();

/** In local storage: somebody has logged out, and the personal stores are still to be emptied (requirement Q14). */
const TO_EMPTY = "marque.to-empty";
async function emptyPersonal(opened: OpenedDatabase): Promise<void> {
  const writing = opened.transaction(personal, "readwrite");
  await Promise.all([...personal.map((name) => writing.objectStore(name).clear()), writing.done]);
  safeLocalStorage.remove(TO_EMPTY);
}

/** Something to be written, as often as it takes. */
type Write = (opened: OpenedDatabase) => Promise<unknown>;
const PERSONAL = "personal";
const idOf = (name: ObjectStoreName, key: string): string => `${name} ${key}`;

/**
 * The client database (requirements Q01–Q14): records by key in six stores, in memory where the
 * browser has none, blocks it or hangs; what could not be written while it hung is written as soon
 * as it answers. Never throws, never waits longer than a moment; the library is loaded with the
 * first use.
 */
export class ClientDatabase {
  readonly #memory = new Map<ObjectStoreName, Map<string, StoredRecord>>(
    objectStores.map((name) => [name, new Map()]),
  );
  /** What a silent database was not told, in its order, the last of each record; before anything else it is. */
  readonly #owed = new Map<string, Write>();
  #opening: Promise<OpenedDatabase> | null = null;
  /** It may not be opened, or hung: until then it is not asked again; ms, monotonic. */
  #pausedUntil = 0;

  /** @param expiresIn ms; without it the record stays until removed */
  async put(
    name: ObjectStoreName,
    key: string,
    value: unknown,
    { expiresIn }: { expiresIn?: number } = {},
  ): Promise<void> {
    const now = Date.now();
    const over = expiresIn === undefined ? {} : { expiration_time: now + expiresIn };
    const stored: StoredRecord = { key, value, created_time: now, ...over };
    const newer = this.#inMemory(name);
    await this.#write(
      idOf(name, key),
      async (opened) => {
        const before = newer.get(key);
        await opened.put(name, stored);
        // Whatever has come since is newer than this.
        if (newer.get(key) === before) newer.delete(key);
      },
      () => newer.set(key, stored),
    );
  }

  /** A record, null where there is none; one that is over is deleted by reading it. */
  async get(name: ObjectStoreName, key: string): Promise<StoredRecord | null> {
    // What is in memory is newer: it could not be written.
    const newer = this.#inMemory(name).get(key);
    const found =
      newer ??
      (await this.#within<StoredRecord | undefined>(
        (opened) => opened.get(name, key),
        () => undefined,
      ));
    if (found === undefined || !isOver(found)) return found ?? null;
    await this.remove(name, key);
    return null;
  }

  async remove(name: ObjectStoreName, key: string): Promise<void> {
    this.#inMemory(name).delete(key);
    await this.#write(idOf(name, key), (opened) => opened.delete(name, key));
  }

  /** All records of a store; those that are over are deleted by reading them. */
  async getAll(name: ObjectStoreName): Promise<StoredRecord[]> {
    const newer = this.#inMemory(name);
    const onDisk = await this.#within<StoredRecord[]>(
      (opened) => opened.getAll(name),
      () => [],
    );
    const found = [...onDisk.filter(({ key }) => !newer.has(key)), ...newer.values()];
    await Promise.all(found.filter(isOver).map(({ key }) => this.remove(name, key)));
    return found.filter((stored) => !isOver(stored));
  }

  /** Empties the stores that hold something of one person; where the page is gone before a silent database answers, the next one does. */
  async removePersonal(): Promise<void> {
    this.#forgetPersonal();
    await this.#write(PERSONAL, emptyPersonal, (isSilent) => isSilent && safeLocalStorage.set(TO_EMPTY, "1"));
  }

  /**
   * Notes whose the personal stores are now, and empties them where they were somebody else's; what a
   * visitor kept becomes theirs (requirement Q14). Whatever is asked for after this call finds them so.
   */
  async claimFor(openId: string): Promise<void> {
    const now = this.#inMemory("users").get(OWNER_KEY)?.value;
    const isAnothers = (owner: unknown): boolean => owner !== undefined && owner !== openId;
    if (isAnothers(now)) this.#forgetPersonal();
    const owner: StoredRecord = { key: OWNER_KEY, value: openId, created_time: Date.now() };
    const newer = this.#inMemory("users");
    await this.#write(
      idOf("users", OWNER_KEY),
      async (opened) => {
        const before = newer.get(OWNER_KEY);
        // One transaction, begun at once: what is read next waits for its end.
        const writing = opened.transaction(personal, "readwrite");
        const users = writing.objectStore("users");
        if (isAnothers(now ?? (await users.get(OWNER_KEY))?.value))
          await Promise.all(personal.map((name) => writing.objectStore(name).clear()));
        await Promise.all([users.put(owner), writing.done]);
        if (newer.get(OWNER_KEY) === before) newer.delete(OWNER_KEY);
      },
      () => newer.set(OWNER_KEY, owner),
    );
  }

  #inMemory(name: ObjectStoreName): Map<string, StoredRecord> {
    return this.#memory.get(name) ?? new Map<string, StoredRecord>();
  }

  /** Out of memory, and no longer to be written. */
  #forgetPersonal(): void {
    for (const name of personal) {
      this.#inMemory(name).clear();
      for (const id of this.#owed.keys()) if (id.startsWith(idOf(name, ""))) this.#owed.delete(id);
    }
  }

  /** Writes; while the database is silent to memory, and it is owed. @param what its name: of the same name the last one counts */
  async #write(
    what: string,
    write: Write,
    inMemory: (isSilent: boolean) => unknown = () => {},
  ): Promise<void> {
    this.#owed.delete(what);
    await this.#within<unknown>(write, (isSilent) => {
      inMemory(isSilent);
      if (isSilent) this.#owed.set(what, write);
    });
  }

  /** Writes what is owed. */
  async #pay(opened: OpenedDatabase): Promise<void> {
    // Owed by a page before this one. Where it cannot be done, nothing is read either.
    if (!this.#owed.has(PERSONAL) && safeLocalStorage.get(TO_EMPTY) !== null) await emptyPersonal(opened);
    for (const [what, write] of this.#owed) {
      // What is refused stays in memory alone.
      await write(opened).catch(() => {});
      if (this.#owed.get(what) === write) this.#owed.delete(what);
    }
  }

  /** Does it in the browser's database; where that fails, otherwise. */
  async #within<T>(
    onDisk: (opened: OpenedDatabase) => Promise<T>,
    otherwise: (isSilent: boolean) => T,
  ): Promise<T> {
    if (performance.now() < this.#pausedUntil) return otherwise(this.#pausedUntil < Infinity);
    let isOpened = false;
    let isLate = false;
    const opening = (this.#opening ??= openClientDatabase(() => {
      this.#opening = null;
    }));
    const doing = opening.then(async (opened) => {
      isOpened = true;
      await this.#pay(opened);
      // Late, this has been done otherwise, and is among what was owed.
      if (isLate) throw new DatabaseTimeout();
      return onDisk(opened);
    });
    try {
      return await withTimeout(doing);
    } catch (error) {
      const isSilent = error instanceof DatabaseTimeout;
      if (isSilent) {
        isLate = true;
        this.#pausedUntil = performance.now() + PAUSE;
        // It was slow, and not dead.
        const wake = () => this.#wake(opening);
        if (isOpened) doing.then(wake, wake);
        else opening.then(wake, () => {});
      } else if (!isOpened) this.#pausedUntil = Infinity;
      if (!isOpened && this.#opening === opening) this.#opening = null;
      return otherwise(isSilent);
    }
  }

  #wake(opening: Promise<OpenedDatabase>): void {
    this.#opening ??= opening;
    this.#pausedUntil = 0;
    void this.#within(
      async () => {},
      () => {},
    );
  }
}

/** The page's one. */
export const database = new ClientDatabase();
