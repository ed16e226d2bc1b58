import {
  openDatabase,
  Silence,
  soon,
  stores,
  type Opened,
  type StoredRecord,
  type StoreName,
} from "./open-database.ts";

/** Stores with something of one person in them: emptied at logout and when somebody else logs in (requirement Q14). */
const personal = ["users", "signups", "favorites", "cache"] as const satisfies readonly StoreName[];

/** How long one that hung is left alone, ms: a phone with too much to do gets over it, and what is on disk is read again. */
const PAUSE = 20_000;

/** Of store `users`: whose the personal stores are. */
export const OWNER = "owner";

const isOver = ({ expiration_time }: StoredRecord): boolean =>
  expiration_time !== undefined && expiration_time <= Date.now();

/**
 * The client database (requirements Q01–Q14): records by key in six stores, in memory where the
 * browser has none, blocks it or hangs. Never throws, never waits longer than a moment; the
 * library is loaded with the first use.
 */
export class ClientDatabase {
  readonly #memory = new Map<StoreName, Map<string, StoredRecord>>(stores.map((name) => [name, new Map()]));
  #opening: Promise<Opened> | null = null;
  /** It may not be opened, or hung: until then it is not asked again; ms, monotonic. */
  #pausedUntil = 0;

  /** @param expiresIn ms; without it the record stays until removed */
  async put(
    name: StoreName,
    key: string,
    value: unknown,
    { expiresIn }: { expiresIn?: number } = {},
  ): Promise<void> {
    const now = Date.now();
    const over = expiresIn === undefined ? {} : { expiration_time: now + expiresIn };
    const stored: StoredRecord = { key, value, created_time: now, ...over };
    await this.#within<unknown>(
      async (opened) => {
        await opened.put(name, stored);
        this.#inMemory(name).delete(key);
      },
      () => this.#inMemory(name).set(key, stored),
    );
  }

  /** A record, null where there is none; one that is over is deleted by reading it. */
  async get(name: StoreName, key: string): Promise<StoredRecord | null> {
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

  async remove(name: StoreName, key: string): Promise<void> {
    this.#inMemory(name).delete(key);
    await this.#within(
      (opened) => opened.delete(name, key),
      () => {},
    );
  }

  /** All records of a store; those that are over are deleted by reading them. */
  async all(name: StoreName): Promise<StoredRecord[]> {
    const newer = this.#inMemory(name);
    const onDisk = await this.#within<StoredRecord[]>(
      (opened) => opened.getAll(name),
      () => [],
    );
    const found = [...onDisk.filter(({ key }) => !newer.has(key)), ...newer.values()];
    await Promise.all(found.filter(isOver).map(({ key }) => this.remove(name, key)));
    return found.filter((stored) => !isOver(stored));
  }

  /** Empties the stores that hold something of one person. */
  async removePersonal(): Promise<void> {
    for (const name of personal) this.#inMemory(name).clear();
    await this.#within(
      async (opened) => {
        const writing = opened.transaction(personal, "readwrite");
        await Promise.all([...personal.map((name) => writing.objectStore(name).clear()), writing.done]);
      },
      () => {},
    );
  }

  /**
   * Notes whose the personal stores are now, and empties them where they were somebody else's; what a
   * visitor kept becomes theirs (requirement Q14). Whatever is asked for after this call finds them so.
   */
  async takeOver(openId: string): Promise<void> {
    const now = this.#inMemory("users").get(OWNER)?.value;
    const isAnothers = (owner: unknown): boolean => owner !== undefined && owner !== openId;
    if (isAnothers(now)) for (const name of personal) this.#inMemory(name).clear();
    const owner: StoredRecord = { key: OWNER, value: openId, created_time: Date.now() };
    await this.#within<unknown>(
      async (opened) => {
        // One transaction, begun at once: what is read next waits for its end.
        const writing = opened.transaction(personal, "readwrite");
        const users = writing.objectStore("users");
        if (isAnothers(now ?? (await users.get(OWNER))?.value))
          await Promise.all(personal.map((name) => writing.objectStore(name).clear()));
        await Promise.all([users.put(owner), writing.done]);
        this.#inMemory("users").delete(OWNER);
      },
      () => this.#inMemory("users").set(OWNER, owner),
    );
  }

  #inMemory(name: StoreName): Map<string, StoredRecord> {
    return this.#memory.get(name) ?? new Map<string, StoredRecord>();
  }

  /** Does it in the browser's database; where that fails, otherwise. */
  async #within<T>(onDisk: (opened: Opened) => Promise<T>, otherwise: () => T): Promise<T> {
    if (performance.now() < this.#pausedUntil) return otherwise();
    let isOpened = false;
    try {
      this.#opening ??= openDatabase(() => {
        this.#opening = null;
      });
      return await soon(
        this.#opening.then((opened) => {
          isOpened = true;
          return onDisk(opened);
        }),
      );
    } catch (error) {
      if (error instanceof Silence) this.#pausedUntil = performance.now() + PAUSE;
      else if (!isOpened) this.#pausedUntil = Infinity;
      if (!isOpened) this.#opening = null;
      return otherwise();
    }
  }
}

/** The page's one. */
export const database = new ClientDatabase();
