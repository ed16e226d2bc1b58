import { expect, it } from "vitest";
import { FeedStore } from "./feed-store.ts";

type Item = { readonly id: string; readonly likes?: number };
const store = () => new FeedStore<Item>(({ id }) => id, 2);
const items = (...ids: string[]): Item[] => ids.map((id) => ({ id }));
const shown = (feeds: FeedStore<Item>, key = "home") => feeds.read(key)?.list.map(({ id }) => id);

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
  const feeds = new FeedStore<Item>(
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
