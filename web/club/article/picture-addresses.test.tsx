import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { renewPictures } from "#contract/club/articles.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { ArticleCard } from "../feed/article-card.tsx";
import { articleFor } from "../testing/samples.ts";
import { raisedWith, show, resetClub } from "../testing/show.tsx";
import * as feedCss from "../feed/feed.module.css";

/** Picture that loads. */
const drawing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
/** Expired URL, and a URL without expiry that does not load. */
const expired = (id: string) => `/gone/${id}.jpg?expires=${serverTime.now() - 1_000}&signature=x`;
const permanent = (id: string) => `/gone/${id}.jpg`;
const fresh = (id: string) => `${drawing}?signed=${id}&expires=${serverTime.now() + 600_000}`;
let unmount: () => void;
let requests: FakeRequest[];
let answer: FakeAnswer | null;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  raisedWith();
  answer = null;
  requests = fakeServer(() => answer && responseOf(answer));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const renewedIds = () =>
  requests
    .filter(({ url }) => url.pathname.endsWith(renewPictures.paths[0]))
    .map(({ url }) => url.searchParams.get("articleIds"));
const showCards = (cards: readonly { id: string; image: string }[]) => {
  ({ unmount } = show(
    cards.map(({ id, image }, at) => (
      <ArticleCard
        key={id}
        article={articleFor(id, { images: [image] })}
        position={at + 1}
        size={9}
        isFirst
      />
    )),
  ));
};
const sources = () =>
  [...document.querySelectorAll<HTMLImageElement>(`.${feedCss.pictures} img`)].map(({ src }) => src);

it("P12 expired picture URLs are renewed in one request", async () => {
  answer = { data: { list: ["31", "32"].map((articleId) => ({ articleId, images: [fresh(articleId)] })) } };
  const stale = `${drawing}?expires=1`;
  showCards([
    { id: "31", image: stale },
    { id: "32", image: stale },
  ]);
  const images = () => [...document.querySelectorAll(`.${feedCss.pictures} img`)];
  await expect.poll(() => images().length).toBe(2);
  // Both fail at the same moment, as in a list that scrolls into view.
  for (const image of images()) image.dispatchEvent(new Event("error"));
  await expect.poll(() => sources().map((src) => src.includes("signed"))).toEqual([true, true]);
  expect(renewedIds()).toEqual(["31,32"]);
});

it("P12 the renewal is retried when the network returns; a missing picture without expiry is not renewed", async () => {
  showCards([
    { id: "41", image: expired("41") },
    { id: "42", image: permanent("42") },
  ]);
  await expect.poll(renewedIds).toEqual(["41"]);
  answer = { data: { list: [{ articleId: "41", images: [fresh("41")] }] } };
  // Repeats the event, since the request fails a moment later.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event("online"));
      return sources()[0]?.includes("signed");
    })
    .toBe(true);
  expect(new Set(renewedIds())).toEqual(new Set(["41"]));
});
