import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientDatabase } from "./client-database.ts";
import { objectStores } from "./open-client-database.ts";

/** A database as on a new page, since a page retries what another one has given up. */
const newPage = () => new ClientDatabase();
const NAME = "marketing_activity";
const plain = () => openDB(NAME);
/** Releases held-up resources at the end of a test at the latest. */
const releases: (() => unknown)[] = [];
beforeEach(async () => {
  localStorage.clear();
  await newPage().removePersonal();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(releases.splice(0).map((release) => release()));
  const opened = await plain();
  await Promise.all([...opened.objectStoreNames].map((name) => opened.clear(name)));
  opened.close();
});

describe("Q01–Q11 records", () => {
  it("Q01–Q08 version 1 with six stores keyed by `key`", async () => {
    const database = newPage();
    await database.put("cache", "a", 1);
    const opened = await plain();
    expect(opened.version).toBe(1);
    expect([...opened.objectStoreNames].toSorted()).toEqual([...objectStores].toSorted());
    expect(objectStores.map((name) => opened.transaction(name).objectStore(name).keyPath)).toEqual(
      Array(6).fill("key"),
    );
    opened.close();
    expect([...objectStores].toSorted()).toEqual([
      "activities",
      "cache",
      "favorites",
      "interface_data_cache",
      "signups",
      "users",
    ]);
  });
  it("Q09, Q10 a record has its creation time, and no expiration time unless given", async () => {
    const database = newPage();
    const before = Date.now();
    await database.put("activities", "a", { title: "山 🏔" });
    const found = await database.get("activities", "a");
    expect(found?.value).toEqual({ title: "山 🏔" });
    expect(found?.created_time).toBeGreaterThanOrEqual(before);
    expect(Object.keys(found ?? {}).toSorted()).toEqual(["created_time", "key", "value"]);
  });
  it("Q11 an expired record is deleted when it is read, alone or with all", async () => {
    const database = newPage();
    await database.put("activities", "over", 1, { expiresIn: -1 });
    await database.put("activities", "also over", 1, { expiresIn: -1 });
    await database.put("activities", "good", 2, { expiresIn: 60_000 });
    expect(await database.get("activities", "over")).toBeNull();
    const opened = await plain();
    // The browser is shared: other pages may store activities of their own meanwhile.
    const ours = (keys: readonly unknown[]) =>
      keys.filter((key) => key === "over" || key === "also over" || key === "good");
    expect(ours(await opened.getAllKeys("activities"))).toEqual(["also over", "good"]);
    expect(ours((await database.getAll("activities")).map(({ key }) => key))).toEqual(["good"]);
    expect(ours(await opened.getAllKeys("activities"))).toEqual(["good"]);
    opened.close();
  });
  it("a record can be replaced and removed, and is there for the next page", async () => {
    const database = newPage();
    await database.put("favorites", "a", 1);
    await database.put("favorites", "a", 2);
    await database.put("favorites", "b", 3);
    await database.remove("favorites", "b");
    const next = newPage();
    expect((await next.getAll("favorites")).map(({ key, value }) => [key, value])).toEqual([["a", 2]]);
  });
  it("Q14 personal records are deleted, public ones stay", async () => {
    const database = newPage();
    for (const name of objectStores) await database.put(name, "a", 1);
    await database.removePersonal();
    const counts = await Promise.all(objectStores.map(async (name) => (await database.getAll(name)).length));
    expect(objectStores.filter((_name, index) => counts[index] === 1)).toEqual([
      "activities",
      "interface_data_cache",
    ]);
  });
});

describe("Q12 a slow database", () => {
  /** Occupies a store like another tab until released. */
  async function occupy(name: (typeof objectStores)[number]): Promise<() => Promise<void>> {
    const opened = await plain();
    const transaction = opened.transaction(name, "readwrite");
    let isReleased = false;
    const done = (async () => {
      while (!isReleased) await transaction.store.get("a");
      await transaction.done;
      opened.close();
    })();
    const release = () => {
      isReleased = true;
      return done;
    };
    releases.push(release);
    return release;
  }
  /** Blocks opening like another tab of an older version until released. */
  async function holdUp(): Promise<() => void> {
    const other = await plain();
    void deleteDB(NAME);
    const release = () => other.close();
    releases.push(release);
    return release;
  }
  const onDisk = async (name: (typeof objectStores)[number] = "favorites") => {
    const opened = await plain();
    const found = await opened.getAll(name);
    opened.close();
    return found.map(({ key, value }: { key: string; value: unknown }) => [key, value]);
  };
  const listed = async (database: ClientDatabase) =>
    (await database.getAll("favorites")).map(({ key, value }) => [key, value]);

  it("opening: what was stored meanwhile is written once it is open", async () => {
    const release = await holdUp();
    const database = newPage();
    await database.put("favorites", "a", 1);
    await database.put("favorites", "b", 2);
    expect(await listed(database)).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    release();
    // Read by another page, which has nothing in memory.
    await expect
      .poll(() => listed(newPage()))
      .toEqual([
        ["a", 1],
        ["b", 2],
      ]);
    expect(await listed(database)).toEqual(await onDisk());
  });
  it("writing: the last of several changes of a record counts, on disk too", async () => {
    const database = newPage();
    await database.put("favorites", "removed", 0);
    const release = await occupy("favorites");
    await database.put("favorites", "a", 1);
    await database.put("favorites", "a", 2);
    await database.put("favorites", "b", 1);
    await database.remove("favorites", "b");
    await database.remove("favorites", "removed");
    expect(await listed(database)).toEqual([["a", 2]]);
    await release();
    await expect.poll(() => onDisk()).toEqual([["a", 2]]);
    expect(await listed(database)).toEqual([["a", 2]]);
  });
  it("Q14 logout: nothing of the previous person returns, and the next person's data stays", async () => {
    const database = newPage();
    await database.claimFor("one");
    await database.put("favorites", "a", 1);
    const release = await occupy("favorites");
    await database.removePersonal();
    await database.claimFor("two");
    await database.put("favorites", "b", 2);
    expect(await listed(database)).toEqual([["b", 2]]);
    await release();
    await expect.poll(() => onDisk()).toEqual([["b", 2]]);
    expect((await onDisk("users")).map(([, openId]) => openId)).toEqual(["two"]);
    expect(localStorage.length).toBe(0);
  });
  it("Q14 logout, and the page is gone before the database answers: the next page empties it first", async () => {
    const database = newPage();
    const release = await occupy("favorites");
    await database.removePersonal();
    const marks = { ...localStorage };
    expect(Object.keys(marks)).toHaveLength(1);
    await release();
    await expect.poll(() => localStorage.length).toBe(0);
    // As the previous page left it.
    await database.put("favorites", "a", 1);
    Object.assign(localStorage, marks);
    expect(await listed(newPage())).toEqual([]);
    expect(await onDisk()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });
});

describe("Q12 a database that does not work", () => {
  /** Puts, reads, lists and empties records, and returns the results. */
  const use = async (database: ClientDatabase) => {
    await database.put("signups", "a", "kept");
    const read = (await database.get("signups", "a"))?.value;
    const listed = (await database.getAll("signups")).map(({ value }) => value);
    await database.removePersonal();
    return { read, listed, left: await database.get("signups", "a") };
  };
  const served = { read: "kept", listed: ["kept"], left: null };
  it("is forbidden: memory is used", async () => {
    vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    expect(await use(newPage())).toEqual(served);
  });
  it("Q14 is forbidden: memory is emptied for another person too", async () => {
    vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    const database = newPage();
    const favourite = async () => (await database.get("favorites", "a"))?.value ?? null;
    await database.put("favorites", "a", 1);
    await database.claimFor("one");
    expect(await favourite()).toBe(1);
    await database.claimFor("two");
    expect(await favourite()).toBeNull();
  });
  it("never answers: memory is used, and it is not waited for again", async () => {
    const open = vi.spyOn(IDBFactory.prototype, "open");
    // A real request without listeners to its events.
    const silent = indexedDB.open("silent");
    vi.spyOn(silent, "addEventListener").mockImplementation(() => {});
    open.mockClear().mockReturnValue(silent);
    expect(await use(newPage())).toEqual(served);
    expect(open).toHaveBeenCalledTimes(1);
  });
  it("did not answer once: after a pause it is read again, after memory", async () => {
    const database = newPage();
    await database.put("signups", "a", "old");
    await database.put("signups", "b", "disk");
    const silence = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(
      // A real request without listeners to its events.
      () => Object.create(IDBRequest.prototype, { addEventListener: { value: () => {} } }) as IDBRequest,
    );
    expect(await database.get("signups", "b")).toBeNull();
    silence.mockRestore();
    await database.put("signups", "a", "new");
    expect((await database.get("signups", "a"))?.value).toBe("new");
    expect(await database.get("signups", "b")).toBeNull();
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockReturnValue(later);
    expect((await database.get("signups", "b"))?.value).toBe("disk");
    expect((await database.get("signups", "a"))?.value).toBe("new");
  });
  it("cannot be written: newer records are in memory, the others are still read", async () => {
    const database = newPage();
    await database.put("signups", "a", "old");
    await database.put("signups", "b", "disk");
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await database.put("signups", "a", "new");
    expect((await database.get("signups", "a"))?.value).toBe("new");
    expect((await database.get("signups", "b"))?.value).toBe("disk");
    expect(
      (await database.getAll("signups"))
        .map(({ value }) => value)
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual(["disk", "new"]);
  });
  it("lacks a store: it is recreated", async () => {
    await newPage().put("users", "a", 1);
    vi.restoreAllMocks();
    // Closes what the page before holds open, as on leaving it.
    await deleteDB(NAME);
    (await openDB(NAME, 1, { upgrade: (broken) => void broken.createObjectStore("users") })).close();
    const database = newPage();
    await database.put("cache", "a", "kept");
    expect((await newPage().get("cache", "a"))?.value).toBe("kept");
  });
});
