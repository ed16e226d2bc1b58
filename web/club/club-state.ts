import type { Article, Group } from "#contract/club/shapes.ts";
import { currentSession } from "../platform/session/session.ts";
import { serverTime } from "../platform/time/server-time.ts";
import { articlesOf, type ClubData } from "./club-data.ts";
import { FeedCache } from "./feed/feed-cache.ts";
import { expiryOf } from "./article/picture-addresses.ts";
import { Memberships } from "./group/memberships.ts";
import { Toggles } from "./shared/toggles.ts";

/** How long what was loaded is shown again as it was; pictures of people are good for ten minutes, ms. */
const MAX_AGE = 5 * 60_000;
/** Screens that are remembered. */
const MOST = 12;

/** An address that is good for a while yet; those of everybody's pictures always are. */
const isUsableUrl = (url: string): boolean => (expiryOf(url) ?? Infinity) > serverTime.now() + 3 * 60_000;
/**
 * Addresses of pictures are others each minute: as long as those on show are good they stay, and nothing
 * is loaded again. An article that says nothing new stays the same one, so that it is not drawn again.
 */
function withPictures(known: Article, newer: Article): Article {
  const isKept = known.images.length === newer.images.length && known.images.every(isUsableUrl);
  const next = isKept ? { ...newer, images: known.images } : newer;
  return JSON.stringify(next) === JSON.stringify(known) ? known : next;
}

export const feedCache = new FeedCache<Article>(({ articleId }) => articleId, 8, withPictures);
export const currentViewer = (): string | null => currentSession.user()?.openId ?? null;
export const toggles = new Toggles(currentViewer);
export const memberships = new Memberships();

/** What the page was loaded with: what, for whom, when. */
export type LoadedScreen = {
  readonly shown: ClubData;
  /** Path with its query, below `club/`. */
  readonly path: string;
  /** Whom it was loaded for; null: a visitor, or the server rendered it. */
  readonly viewer: string | null;
  /** ms since the epoch, by the server's clock */
  readonly renderedAt: number;
};
type CachedScreen = { readonly loaded: LoadedScreen; readonly at: number };
const screenCache = new Map<string, CachedScreen>();

/** The key of a path's list. */
export const feedKey = (path: string): string => path;

/** Whoever comes back within a few minutes finds a screen as they left it; null: it is to be loaded. @param age ms */
export function readCachedScreen(path: string, age = MAX_AGE): LoadedScreen | null {
  const found = screenCache.get(path);
  if (!found || found.loaded.viewer !== currentViewer() || performance.now() - found.at > age) return null;
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
  memberships.learn(groups);
  for (const { groupId, followed, followers } of groups)
    toggles.learn(`group ${groupId}`, { isOn: followed, count: followers }, askedAt);
}

/** What the server says of likes and follows, for all screens. */
export function learnArticles(articles: readonly Article[], askedAt?: number): void {
  for (const { articleId, liked, likes } of articles)
    toggles.learn(`article ${articleId}`, { isOn: liked, count: likes }, askedAt);
}

function learnAll(shown: ClubData, askedAt?: number): void {
  learnArticles(articlesOf(shown), askedAt);
  learnGroups(groupsOf(shown), askedAt);
  if (shown.screen === "member") {
    const { id, followed, followers } = shown.member;
    toggles.learn(`member ${id}`, { isOn: followed, count: followers }, askedAt);
  }
  if (shown.screen === "article") {
    const { author, authorFollowed } = shown.article;
    toggles.learnIsOn(`member ${author.id}`, authorFollowed, askedAt);
  }
}

/**
 * Keeps what the browser has loaded, and begins the screen's list.
 * @param askedAt when it was asked for, by performance.now(): of what was pressed since it may not know
 */
export function cacheScreen(loaded: LoadedScreen, askedAt?: number): LoadedScreen {
  const { shown, path } = loaded;
  screenCache.delete(path);
  screenCache.set(path, { loaded, at: performance.now() });
  for (const oldest of screenCache.keys()) {
    if (screenCache.size <= MOST) break;
    screenCache.delete(oldest);
  }
  learnAll(shown, askedAt);
  if ("feed" in shown) feedCache.start(feedKey(path), shown.feed);
  return loaded;
}

/** What is on show, as far as it has been drawn: loaded anew behind it, it stays where that fails. */
export const shownScreen: { path: string | null } = { path: null };

/** Screens are loaded anew when they are next gone to: something of the person's own has changed. */
export const expireScreens = (): void => screenCache.clear();

/** Somebody else looks now. */
export function forgetViewer(): void {
  screenCache.clear();
  feedCache.forget();
  toggles.forget();
  memberships.forget();
}
