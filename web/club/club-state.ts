import type { Article, Group } from "#contract/club/shapes.ts";
import { currentSession } from "../platform/session/session.ts";
import { serverTime } from "../platform/time/server-time.ts";
import { articlesOf, type ClubData } from "./club-data.ts";
import { FeedCache } from "./feed/feed-cache.ts";
import { expiryOf } from "./article/picture-addresses.ts";
import { Memberships } from "./group/memberships.ts";
import { Toggles } from "./shared/toggles.ts";

/** Lifetime of a cached screen, ms; signed picture URLs are valid for ten minutes. */
const MAX_AGE = 5 * 60_000;
/** Number of cached screens. */
const MAX_SCREENS = 12;

/** Whether a URL stays valid for three more minutes; URLs without a signature do not expire. */
const isUsableUrl = (url: string): boolean => (expiryOf(url) ?? Infinity) > serverTime.now() + 3 * 60_000;
/**
 * Merges a newer copy of an article. Signed picture URLs change every minute: valid ones are kept so that no picture
 * is loaded twice. An article without a change keeps its identity so that its card is not rendered again.
 */
function mergeArticle(known: Article, newer: Article): Article {
  const keepsUrls = known.images.length === newer.images.length && known.images.every(isUsableUrl);
  const merged = keepsUrls ? { ...newer, images: known.images } : newer;
  return JSON.stringify(merged) === JSON.stringify(known) ? known : merged;
}

export const feedCache = new FeedCache<Article>(({ articleId }) => articleId, 8, mergeArticle);
export const currentViewer = (): string | null => currentSession.user()?.openId ?? null;
export const toggles = new Toggles(currentViewer);
export const memberships = new Memberships();

/** Loaded screen with its viewer and time. */
export type LoadedScreen = {
  readonly shown: ClubData;
  /** Path below `club/`, with its query. */
  readonly path: string;
  /** Person for whom it was loaded; null: a visitor, or rendered by the server. */
  readonly viewer: string | null;
  /** Server time, ms. */
  readonly renderedAt: number;
};
type CachedScreen = { readonly loaded: LoadedScreen; readonly at: number };
const screenCache = new Map<string, CachedScreen>();

/** Key of a path's feed. */
export const feedKey = (path: string): string => path;

/** Cached screen of a path, as the current viewer left it; null if it must be loaded. @param maxAge ms */
export function readCachedScreen(path: string, maxAge = MAX_AGE): LoadedScreen | null {
  const cached = screenCache.get(path);
  if (!cached || cached.loaded.viewer !== currentViewer() || performance.now() - cached.at > maxAge)
    return null;
  return cached.loaded;
}

function groupsOf(shown: ClubData): readonly Group[] {
  if (shown.screen === "home") return [...shown.club.mine, ...shown.club.near, ...shown.club.forSeries];
  if (shown.screen === "find") return shown.page.list;
  if (shown.screen === "group") return [shown.group];
  if (shown.screen === "article") return [shown.article.group];
  if (shown.screen === "member") return shown.member.groups;
  return shown.screen === "activity" && shown.club.group !== null ? [shown.club.group] : [];
}

/** Applies the server's state of groups to all screens. @param askedAt time of the request, `performance.now()` */
export function receiveGroups(groups: readonly Group[], askedAt?: number): void {
  memberships.receive(groups);
  for (const { groupId, followed, followers } of groups)
    toggles.receive(`group ${groupId}`, { isOn: followed, count: followers }, askedAt);
}

/** Applies the server's state of likes to all screens. @param askedAt time of the request, `performance.now()` */
export function receiveArticles(articles: readonly Article[], askedAt?: number): void {
  for (const { articleId, liked, likes } of articles)
    toggles.receive(`article ${articleId}`, { isOn: liked, count: likes }, askedAt);
}

function receiveAll(shown: ClubData, askedAt?: number): void {
  receiveArticles(articlesOf(shown), askedAt);
  receiveGroups(groupsOf(shown), askedAt);
  if (shown.screen === "member") {
    const { id, followed, followers } = shown.member;
    toggles.receive(`member ${id}`, { isOn: followed, count: followers }, askedAt);
  }
  if (shown.screen === "article") {
    const { author, authorFollowed } = shown.article;
    toggles.receiveIsOn(`member ${author.id}`, authorFollowed, askedAt);
  }
}

/**
 * Caches a loaded screen and starts its feed.
 * @param askedAt time of the request, `performance.now()`: the response may not know of later presses
 */
export function cacheScreen(loaded: LoadedScreen, askedAt?: number): LoadedScreen {
  const { shown, path } = loaded;
  screenCache.delete(path);
  screenCache.set(path, { loaded, at: performance.now() });
  for (const oldest of screenCache.keys()) {
    if (screenCache.size <= MAX_SCREENS) break;
    screenCache.delete(oldest);
  }
  receiveAll(shown, askedAt);
  if ("feed" in shown) feedCache.start(feedKey(path), shown.feed);
  return loaded;
}

/** Path of the rendered screen; when its revalidation fails, the screen stays. */
export const shownScreen: { path: string | null } = { path: null };

/** Drops the cached screens after a change by the person, so that the next visit loads them again. */
export const expireScreens = (): void => screenCache.clear();

/** Drops everything that belongs to the previous viewer. */
export function resetForNewViewer(): void {
  screenCache.clear();
  feedCache.clear();
  toggles.resetForViewer();
  memberships.clear();
}
