import { expect, it } from "vitest";
import { FeedCache } from "./feed-cache.ts";

type Item = { readonly id: string; readonly likes?: number };
const store = () => new FeedCache<Item>(({ id }) => id, 2);
const items = (...ids: string[]): Item[] => ids.map((id) => ({ id }));
const shown = (feeds: FeedCache<Item>, key = "home") => feeds.read(key)?.list.map(({ id }) => id);

it("P12 a list is extended by cursor without duplicates; an outdated page is ignored", () => {
  const feeds = store();
  feeds.start("home", { list: items("3", "2"), nextCursor: "a" });
  feeds.extend("home", "a", { list: items("2", "1"), nextCursor: null });
  feeds.extend("home", "a", { list: items("9"), nextCursor: null });
  expect(shown(feeds)).toEqual(["3", "2", "1"]);
});

it("P12 starting a list with the page that is shown keeps its identity, so that it is not rendered again", () => {
  const feeds = store();
  const page = { list: items("2", "1", "2"), nextCursor: null };
  const shownFirst = feeds.begin(page);
  feeds.start("home", page);
  expect(feeds.read("home")).toBe(shownFirst);
  expect(shown(feeds)).toEqual(["2", "1"]);
});

it("P12 new items wait until they are asked for; known items are updated in place", () => {
  const feeds = store();
  feeds.start("home", { list: items("2", "1"), nextCursor: "a" });
  feeds.refresh("home", { list: [{ id: "3" }, { id: "2", likes: 8 }], nextCursor: "b" });
  expect(shown(feeds)).toEqual(["2", "1"]);
  expect(feeds.read("home")).toMatchObject({
    nextCursor: "a",
    fresh: [{ id: "3" }],
    list: [{ likes: 8 }, {}],
  });
  feeds.showFresh("home");
  expect(shown(feeds)).toEqual(["3", "2", "1"]);
  expect(feeds.read("home")?.fresh).toEqual([]);
});

it("P12 with more new items than a page the list restarts, so that none between is missing", () => {
  const feeds = store();
  const ids = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, at) => String(from - at));
  feeds.start("home", { list: items(...ids(10, 1)), nextCursor: null });
  feeds.refresh("home", { list: items(...ids(35, 26)), nextCursor: "a26" });
  expect(shown(feeds)).toEqual(ids(10, 1));
  expect(feeds.read("home")).toMatchObject({ nextCursor: null, fresh: items(...ids(35, 26)) });
  // The old list can still be extended meanwhile.
  feeds.refresh("home", { list: items(...ids(36, 27)), nextCursor: "a27" });
  feeds.showFresh("home");
  expect([shown(feeds), feeds.read("home")?.nextCursor]).toEqual([ids(36, 27), "a27"]);
  feeds.extend("home", "a27", { list: items(...ids(26, 17)), nextCursor: "a17" });
  expect(shown(feeds)).toEqual(ids(36, 17));
});

it("P12 an empty list restarts with the first items and can be extended", () => {
  const feeds = store();
  feeds.start("home", { list: [], nextCursor: null });
  feeds.refresh("home", { list: items("12", "11"), nextCursor: "a11" });
  feeds.showFresh("home");
  expect([shown(feeds), feeds.read("home")?.nextCursor]).toEqual([["12", "11"], "a11"]);
});

it("P12 P23 deleted and hidden items are removed from the range that the newest page covers", () => {
  const feeds = store();
  feeds.start("home", { list: items("11", "10", "9", "8"), nextCursor: "a8" });
  feeds.refresh("home", { list: items("12", "11", "9"), nextCursor: "a9" });
  expect(shown(feeds)).toEqual(["11", "9", "8"]);
  feeds.refresh("home", { list: items("11"), nextCursor: null });
  expect([shown(feeds), feeds.read("home")?.fresh]).toEqual([["11"], []]);
  feeds.refresh("home", { list: [], nextCursor: null });
  expect(shown(feeds)).toEqual([]);
});

it("P12 an old item that is new to the list, as one just featured, is sorted into its place", () => {
  const feeds = store();
  feeds.start("featured", { list: items("12", "9"), nextCursor: null });
  feeds.refresh("featured", { list: items("12", "10", "9"), nextCursor: null });
  feeds.showFresh("featured");
  expect(shown(feeds, "featured")).toEqual(["12", "10", "9"]);
});

it("P23 removed items disappear from every list; the oldest list is evicted", () => {
  const feeds = store();
  feeds.start("home", { list: items("2", "1"), nextCursor: null });
  feeds.start("group", { list: items("2"), nextCursor: null });
  feeds.remove(({ id }) => id === "2");
  expect([shown(feeds), shown(feeds, "group")]).toEqual([["1"], []]);
  feeds.prepend("home", { id: "4" });
  feeds.start("third", { list: [], nextCursor: null });
  expect([shown(feeds), shown(feeds, "group")]).toEqual([["4", "1"], undefined]);
});

it("P12 a shown item can keep a part of its state when a newer copy arrives", () => {
  const feeds = new FeedCache<Item>(
    ({ id }) => id,
    2,
    (known, newer) => ({ ...newer, ...(known.likes === 7 && { likes: 7 }) }),
  );
  feeds.start("home", {
    list: [
      { id: "2", likes: 7 },
      { id: "1", likes: 1 },
    ],
    nextCursor: null,
  });
  feeds.refresh("home", {
    list: [
      { id: "2", likes: 8 },
      { id: "1", likes: 8 },
    ],
    nextCursor: null,
  });
  expect(feeds.read("home")?.list.map(({ likes }) => likes)).toEqual([7, 8]);
});
