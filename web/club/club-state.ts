import type { Article, Group } from "#contract/community-shapes.ts";
import { session } from "../platform/login/session.ts";
import { serverTime } from "../platform/server-time.ts";
import { articlesOf, type ClubData } from "./club-data.ts";
import { FeedStore } from "./feed-store.ts";
import { overAt } from "./renewed-pictures.ts";
import { Standings } from "./standings.ts";
import { Switches } from "./switches.ts";

/** How long what was loaded is shown again as it was; pictures of people are good for ten minutes, ms. */
const GOOD_FOR = 5 * 60_000;
/** Screens that are remembered. */
const MOST = 12;

/** An address that is good for a while yet; those of everybody's pictures always are. */
const isGood = (url: string): boolean => (overAt(url) ?? Infinity) > serverTime.now() + 3 * 60_000;
/**
 * Addresses of pictures are others each minute: as long as those on show are good they stay, and nothing
 * is loaded again. An article that says nothing new stays the same one, so that it is not drawn again.
 */
function withPictures(known: Article, newer: Article): Article {
  const isKept = known.images.length === newer.images.length && known.images.every(isGood);
  const next = isKept ? { ...newer, images: known.images } : newer;
  return JSON.stringify(next) === JSON.stringify(known) ? known : next;
}

export const feeds = new FeedStore<Article>(({ articleId }) => articleId, 8, withPictures);
export const viewerNow = (): string | null => session.user()?.openId ?? null;
export const switches = new Switches(viewerNow);
export const standings = new Standings();

/** What the page was loaded with: what, for whom, when. */
export type Loaded = {
  readonly shown: ClubData;
  /** Path with its query, below `club/`. */
  readonly path: string;
  /** Whom it was loaded for; null: a visitor, or the server rendered it. */
  readonly viewer: string | null;
  /** ms since the epoch, by the server's clock */
  readonly renderedAt: number;
};
type Kept = { readonly loaded: Loaded; readonly at: number };
const kept = new Map<string, Kept>();

/** The key of a path's list. */
export const feedKey = (path: string): string => path;

/** Whoever comes back within a few minutes finds a screen as they left it; null: it is to be loaded. @param age ms */
export function readKept(path: string, age = GOOD_FOR): Loaded | null {
  const found = kept.get(path);
  if (!found || found.loaded.viewer !== viewerNow() || performance.now() - found.at > age) return null;
  return found.loaded;
}

function groupsOf(shown: ClubData): readonly Group[] {
  if (shown.screen === "home") return [...shown.club.mine, ...shown.club.near, ...shown.club.forSeries];
  if (shown.screen === "find") return shown.page.list;
  if (shown.screen === "group") return [shown.group];
  if (shown.screen === "article") return [shown.article.group];
  if (shown.screen === "member") return shown.member.groups;
  return shown.screen === "activity" && shown.club.group !== null ? [shown.club.group] : [];
}

/** What the server says of groups, for all screens. */
export function learnGroups(groups: readonly Group[], askedAt?: number): void {
  standings.learn(groups);
  for (const { groupId, followed, followers } of groups)
    switches.learn(`group ${groupId}`, { isOn: followed, count: followers }, askedAt);
}

/** What the server says of likes and follows, for all screens. */
export function learnArticles(articles: readonly Article[], askedAt?: number): void {
  for (const { articleId, liked, likes } of articles)
    switches.learn(`article ${articleId}`, { isOn: liked, count: likes }, askedAt);
}

function learnAll(shown: ClubData, askedAt?: number): void {
  learnArticles(articlesOf(shown), askedAt);
  learnGroups(groupsOf(shown), askedAt);
  if (shown.screen === "member") {
    const { id, followed, followers } = shown.member;
    switches.learn(`member ${id}`, { isOn: followed, count: followers }, askedAt);
  }
  if (shown.screen === "article") {
    const { author, authorFollowed } = shown.article;
    switches.learnIsOn(`member ${author.id}`, authorFollowed, askedAt);
  }
}

/**
 * Keeps what the browser has loaded, and begins the screen's list.
 * @param askedAt when it was asked for, by performance.now(): of what was pressed since it may not know
 */
export function keep(loaded: Loaded, askedAt?: number): Loaded {
  const { shown, path } = loaded;
  kept.delete(path);
  kept.set(path, { loaded, at: performance.now() });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
  learnAll(shown, askedAt);
  if ("feed" in shown) feeds.start(feedKey(path), shown.feed);
  return loaded;
}

/** What is on show, as far as it has been drawn: loaded anew behind it, it stays where that fails. */
export const onShow: { path: string | null } = { path: null };

/** Screens are loaded anew when they are next gone to: something of the person's own has changed. */
export const expire = (): void => kept.clear();

/** Somebody else looks now. */
export function forget(): void {
  kept.clear();
  feeds.forget();
  switches.forget();
  standings.forget();
}
