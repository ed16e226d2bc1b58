import { expect, test, vi } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { LoadedPageCache, readyEntry, type CacheSource } from "./loaded-page-cache.ts";
import type { StoredAnswer } from "./offline-copy.ts";

const later = <T>() => Promise.withResolvers<T>();
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A cached page with this load function; `copy` is the content of the browser's database. */
function page<T>(load: CacheSource<T>["load"], key = "a") {
  const copy = {
    save: vi.fn<(answer: T, fetchedAt: number) => void>(),
    read: vi.fn<(reason: unknown) => Promise<StoredAnswer<T> | null>>().mockResolvedValue(null),
  };
  return { key, load, copy };
}
const down = () => Promise.reject(new Error("down"));
const offline = () => Promise.reject(new Refusal("offline"));

test("loads once, notifies its subscribers and keeps the value", async () => {
  const store = new LoadedPageCache<string>();
  const told = vi.fn<() => void>();
  store.subscribe(told);
  const load = vi.fn<() => Promise<string>>().mockResolvedValue("first");
  const source = page(load);
  store.ensure(source);
  expect(store.get("a")).toEqual({ state: "loading" });
  store.ensure(source);
  await settled();
  expect(store.get("a")).toMatchObject({ state: "ready", value: "first", isOffline: false });
  store.ensure(source);
  expect([load.mock.calls.length, told.mock.calls.length]).toEqual([1, 2]);
});

test("a failure stays until a retry", async () => {
  const store = new LoadedPageCache<string>();
  store.ensure(page(down));
  await settled();
  expect(store.get("a")).toMatchObject({ state: "failed", reason: new Error("down") });
  store.ensure(page(async () => "up"));
  await settled();
  expect(store.get("a")).toMatchObject({ state: "ready", value: "up" });
});

test("C33 appended pages are still there after Back", async () => {
  const store = new LoadedPageCache<string[]>();
  const source = page(async () => ["other"]);
  store.seed(source, readyEntry(["1"], 0));
  store.update(source, (list) => [...list, "2"]);
  store.seed(source, readyEntry(["1"], 0));
  store.ensure(source);
  await settled();
  expect(store.get("a")).toMatchObject({ value: ["1", "2"] });
  expect(source.copy.save).toHaveBeenLastCalledWith(["1", "2"], 0);
});

test("a server-rendered value is kept as it is and not rendered again", () => {
  const store = new LoadedPageCache<string[]>();
  const rendered = readyEntry(["1"], 0);
  store.seed(
    page(async () => ["other"]),
    rendered,
  );
  expect(store.get("a")).toBe(rendered);
});

test("an old value is reloaded in the background and stays if the reload fails", async () => {
  const store = new LoadedPageCache<string>();
  store.seed(page(down), readyEntry("old", 0));
  store.refresh(
    page(async () => "not asked for"),
    60_000,
  );
  await settled();
  expect(store.get("a")).toMatchObject({ value: "old" });
  store.refresh(page(down), -1);
  await settled();
  expect(store.get("a")).toMatchObject({ state: "ready", value: "old", isOffline: false });
  store.refresh(
    page(async () => "new"),
    -1,
  );
  await settled();
  expect(store.get("a")).toMatchObject({ value: "new" });
});

test("a refresh that ends after an update does not revert the update", async () => {
  const store = new LoadedPageCache<string[]>();
  const { promise, resolve } = later<string[]>();
  const source = page(() => promise);
  store.seed(source, readyEntry(["1"], 0));
  store.refresh(source, -1);
  store.update(source, (list) => [...list, "2"]);
  resolve(["new"]);
  await settled();
  expect(store.get("a")).toMatchObject({ value: ["1", "2"] });
});

test("the oldest entry is evicted when there are too many", () => {
  const store = new LoadedPageCache<string>(2);
  for (const key of ["a", "b", "c"]) store.seed(page(down, key), readyEntry(key, 0));
  expect(["a", "b", "c"].map((key) => store.get(key)?.state)).toEqual([undefined, "ready", "ready"]);
});

test("C33 after a sign-up a list stays as it was, and the same number of items is reloaded in the background", async () => {
  const store = new LoadedPageCache<string[]>();
  const load = vi.fn<CacheSource<string[]>["load"]>().mockResolvedValue(["1 left"]);
  const source = page(load);
  store.seed(source, readyEntry(["2 left"], 0));
  store.expire();
  expect(store.get("a")).toMatchObject({ state: "ready", value: ["2 left"] });
  store.refresh(source, Infinity);
  await settled();
  expect(load).toHaveBeenCalledExactlyOnceWith(["2 left"]);
  expect(store.get("a")).toMatchObject({ value: ["1 left"] });
});

test("Q13 loaded values are stored, and shown without a network with the time of the answer", async () => {
  const online = page(async () => "list");
  const store = new LoadedPageCache<string>();
  store.ensure(online);
  await settled();
  const time = online.copy.save.mock.calls[0]?.[1] ?? Number.NaN;
  expect(online.copy.save).toHaveBeenCalledExactlyOnceWith("list", time);

  const nextVisit = new LoadedPageCache<string>();
  const source = page<string>(offline);
  source.copy.read.mockResolvedValue({ answer: "list", fetchedAt: time });
  nextVisit.ensure(source);
  await settled();
  expect(nextVisit.get("a")).toMatchObject({ state: "ready", value: "list", time, isOffline: true });
});

test("Q13 a list is marked as old while the server cannot be reached, and reloaded as soon as it can", async () => {
  const store = new LoadedPageCache<string>();
  store.seed(page(offline), readyEntry("old", 1_000));
  store.refresh(page(offline), -1);
  await settled();
  expect(store.get("a")).toMatchObject({ value: "old", time: 1_000, isOffline: true });
  // The network is back: reloads at any age.
  store.refresh(
    page(async () => "new"),
    Infinity,
  );
  await settled();
  expect(store.get("a")).toMatchObject({ value: "new", isOffline: false });
});
