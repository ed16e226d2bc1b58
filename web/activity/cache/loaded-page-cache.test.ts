import { expect, test, vi } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { LoadedPageCache, readyEntry, type CacheSource } from "./loaded-page-cache.ts";
import type { StoredAnswer } from "./offline-copy.ts";

const later = <T>() => Promise.withResolvers<T>();
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A page that is loaded like this; `copy` is what the browser's database would hold. */
function page<T>(load: CacheSource<T>["load"], key = "a") {
  const copy = {
    keep: vi.fn<(answer: T, fetchedAt: number) => void>(),
    read: vi.fn<(reason: unknown) => Promise<StoredAnswer<T> | null>>().mockResolvedValue(null),
  };
  return { key, load, copy };
}
const down = () => Promise.reject(new Error("down"));
const offline = () => Promise.reject(new Refusal("offline"));

test("loads once, tells when it is there, and keeps it", async () => {
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

test("a failure is kept until it is tried again", async () => {
  const store = new LoadedPageCache<string>();
  store.ensure(page(down));
  await settled();
  expect(store.get("a")).toMatchObject({ state: "failed", reason: new Error("down") });
  store.ensure(page(async () => "up"));
  await settled();
  expect(store.get("a")).toMatchObject({ state: "ready", value: "up" });
});

test("C33 what was added to a list stays when it is come back to", async () => {
  const store = new LoadedPageCache<string[]>();
  const source = page(async () => ["other"]);
  store.seed(source, readyEntry(["1"], 0));
  store.update(source, (list) => [...list, "2"]);
  store.seed(source, readyEntry(["1"], 0));
  store.ensure(source);
  await settled();
  expect(store.get("a")).toMatchObject({ value: ["1", "2"] });
  expect(source.copy.keep).toHaveBeenLastCalledWith(["1", "2"], 0);
});

test("what the server rendered is kept as it is on show, so that it is not drawn again", () => {
  const store = new LoadedPageCache<string[]>();
  const rendered = readyEntry(["1"], 0);
  store.seed(
    page(async () => ["other"]),
    rendered,
  );
  expect(store.get("a")).toBe(rendered);
});

test("an old one is loaded anew behind the one on show, and stays where that fails", async () => {
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

test("a refresh that comes after the list has changed does not take the change away", async () => {
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

test("the oldest goes when there are too many", () => {
  const store = new LoadedPageCache<string>(2);
  for (const key of ["a", "b", "c"]) store.seed(page(down, key), readyEntry(key, 0));
  expect(["a", "b", "c"].map((key) => store.get(key)?.state)).toEqual([undefined, "ready", "ready"]);
});

test("C33 after a sign-up a list stands as it was left, and as much of it is loaded anew behind it", async () => {
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

test("Q13 what is loaded is kept; without a network it is shown as of when it was said", async () => {
  const online = page(async () => "list");
  const store = new LoadedPageCache<string>();
  store.ensure(online);
  await settled();
  const time = online.copy.keep.mock.calls[0]?.[1] ?? Number.NaN;
  expect(online.copy.keep).toHaveBeenCalledExactlyOnceWith("list", time);

  const nextVisit = new LoadedPageCache<string>();
  const source = page<string>(offline);
  source.copy.read.mockResolvedValue({ answer: "list", fetchedAt: time });
  nextVisit.ensure(source);
  await settled();
  expect(nextVisit.get("a")).toMatchObject({ state: "ready", value: "list", time, isOffline: true });
});

test("Q13 a list on show says that it is old when a newer one can not be reached, and is loaded as soon as it can", async () => {
  const store = new LoadedPageCache<string>();
  store.seed(page(offline), readyEntry("old", 1_000));
  store.refresh(page(offline), -1);
  await settled();
  expect(store.get("a")).toMatchObject({ value: "old", time: 1_000, isOffline: true });
  // The network is there again: whatever its age.
  store.refresh(
    page(async () => "new"),
    Infinity,
  );
  await settled();
  expect(store.get("a")).toMatchObject({ value: "new", isOffline: false });
});
