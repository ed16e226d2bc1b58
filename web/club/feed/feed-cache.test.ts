import { expect, it } from "vitest";
import { FeedCache } from "./feed-cache.ts";

type Item = { readonly id: string; readonly likes?: number };
const store = () => new FeedCache<Item>(({ id }) => id, 2);
const items = (...ids: string[]): Item[] => ids.map((id) => ({ id }));
const shown = (feeds: FeedCache<Item>, key = "home") => feeds.read(key)?.list.map(({ id }) => id);

it("P12 a list goes on by its cursor, without doubles; a page that comes late is left out", () => {
  const feeds = store();
  feeds.start("home", { list: items("3", "2"), nextCursor: "a" });
  feeds.extend("home", "a", { list: items("2", "1"), nextCursor: null });
  feeds.extend("home", "a", { list: items("9"), nextCursor: null });
  expect(shown(feeds)).toEqual(["3", "2", "1"]);
});

it("P12 a list that begins as it is on show is that one, so that it is not drawn again", () => {
  const feeds = store();
  const page = { list: items("2", "1", "2"), nextCursor: null };
  const shownFirst = feeds.begin(page);
  feeds.start("home", page);
  expect(feeds.read("home")).toBe(shownFirst);
  expect(shown(feeds)).toEqual(["2", "1"]);
});

it("P12 what is new waits until it is asked for; what is known is brought up to date where it stands", () => {
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

it("P12 more new ones than a page holds: asked for, the list begins anew, so that none between is missing", () => {
  const feeds = store();
  const ids = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, at) => String(from - at));
  feeds.start("home", { list: items(...ids(10, 1)), nextCursor: null });
  feeds.refresh("home", { list: items(...ids(35, 26)), nextCursor: "a26" });
  expect(shown(feeds)).toEqual(ids(10, 1));
  expect(feeds.read("home")).toMatchObject({ nextCursor: null, fresh: items(...ids(35, 26)) });
  // While it waits, it may still go on below.
  feeds.refresh("home", { list: items(...ids(36, 27)), nextCursor: "a27" });
  feeds.showFresh("home");
  expect([shown(feeds), feeds.read("home")?.nextCursor]).toEqual([ids(36, 27), "a27"]);
  feeds.extend("home", "a27", { list: items(...ids(26, 17)), nextCursor: "a17" });
  expect(shown(feeds)).toEqual(ids(36, 17));
});

it("P12 a list that was empty begins anew with the first ones, and goes on", () => {
  const feeds = store();
  feeds.start("home", { list: [], nextCursor: null });
  feeds.refresh("home", { list: items("12", "11"), nextCursor: "a11" });
  feeds.showFresh("home");
  expect([shown(feeds), feeds.read("home")?.nextCursor]).toEqual([["12", "11"], "a11"]);
});

it("P12 P23 what is deleted or hidden meanwhile goes from the list, as far as the newest page reaches", () => {
  const feeds = store();
  feeds.start("home", { list: items("11", "10", "9", "8"), nextCursor: "a8" });
  feeds.refresh("home", { list: items("12", "11", "9"), nextCursor: "a9" });
  expect(shown(feeds)).toEqual(["11", "9", "8"]);
  feeds.refresh("home", { list: items("11"), nextCursor: null });
  expect([shown(feeds), feeds.read("home")?.fresh]).toEqual([["11"], []]);
  feeds.refresh("home", { list: [], nextCursor: null });
  expect(shown(feeds)).toEqual([]);
});

it("P12 an old one that is new to the list, as one just featured, stands where it belongs", () => {
  const feeds = store();
  feeds.start("featured", { list: items("12", "9"), nextCursor: null });
  feeds.refresh("featured", { list: items("12", "10", "9"), nextCursor: null });
  feeds.showFresh("featured");
  expect(shown(feeds, "featured")).toEqual(["12", "10", "9"]);
});

it("P23 what is blocked or deleted is gone from every list; the list used longest ago gives way", () => {
  const feeds = store();
  feeds.start("home", { list: items("2", "1"), nextCursor: null });
  feeds.start("group", { list: items("2"), nextCursor: null });
  feeds.remove(({ id }) => id === "2");
  expect([shown(feeds), shown(feeds, "group")]).toEqual([["1"], []]);
  feeds.prepend("home", { id: "4" });
  feeds.start("third", { list: [], nextCursor: null });
  expect([shown(feeds), shown(feeds, "group")]).toEqual([["4", "1"], undefined]);
});

it("P12 an item on show may keep what would only be loaded again", () => {
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
