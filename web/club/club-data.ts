import { cutCharacters } from "#contract/core/characters.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { data } from "react-router";
import type { Send } from "#contract/core/call.ts";
import type { Article, ArticlePage, GroupPage } from "#contract/club/shapes.ts";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { MemberDetail } from "#contract/club/members.ts";
import type { CarClub, GroupDetail } from "#contract/club/club.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { type GroupTab, loadGroup, loadGroups } from "./group/api.ts";
import { type HomeTab, loadClubHome } from "./home/api.ts";
import { type PeopleListKind, loadMember } from "./member/api.ts";
import { loadActivityClub, loadArticles } from "./feed/api.ts";
import { loadArticle } from "./article/api.ts";

/** Data of a club screen, selected by the path below `club/`. */
export type ClubData =
  | { readonly screen: "home"; readonly tab: HomeTab; readonly club: CarClub; readonly feed: ArticlePage }
  | { readonly screen: "find"; readonly page: GroupPage; readonly keyword: string }
  | {
      readonly screen: "group";
      readonly tab: GroupTab;
      readonly group: GroupDetail;
      readonly feed: ArticlePage;
    }
  | { readonly screen: "article"; readonly article: ArticleDetail }
  | { readonly screen: "member"; readonly member: MemberDetail; readonly feed: ArticlePage }
  | {
      readonly screen: "activity";
      readonly activityId: string;
      readonly club: Awaited<ReturnType<typeof loadActivityClub>>;
      readonly feed: ArticlePage;
    }
  /** Target of an old link that is deleted, hidden or of a member who is not visible to the viewer. */
  | { readonly screen: "gone"; readonly of: "article" | "group" | "member" }
  /** List of members; the screen loads it itself. */
  | { readonly screen: "people"; readonly of: PeopleListKind }
  /** No network or no server, and no cached screen. */
  | { readonly screen: "unreachable"; readonly tab: HomeTab | null; readonly reason: unknown }
  | { readonly screen: "me" }
  | { readonly screen: "notices" }
  | { readonly screen: "complaints" }
  | { readonly screen: "hidden" }
  | { readonly screen: "write" }
  /** Editor of the viewer's own article; the screen loads it itself. */
  | { readonly screen: "edit" };
/** Props of every screen. */
export type ScreenProps<S extends ClubData["screen"]> = {
  readonly shown: Extract<ClubData, { screen: S }>;
  /** Loaded with a login: likes, follows and membership are the viewer's. */
  readonly isOwn: boolean;
  readonly path: string;
};

const homeTabs: Readonly<Record<string, HomeTab>> = {
  "": "all",
  groups: "groups",
  following: "following",
  city: "city",
};
const groupTabs: readonly GroupTab[] = ["newest", "featured", "activities", "members"];
const notFound = () => data(null, { status: 404 });
const peopleLists: Readonly<Record<string, PeopleListKind>> = {
  followers: "followers",
  following: "following",
};
const isId = (text: string | undefined): text is string => /^\d{1,19}$/.test(text ?? "");

async function loadHomeScreen(send: Send, tab: HomeTab, cityCode: string): Promise<ClubData> {
  const club = await loadClubHome(send, cityCode, tab);
  return { screen: "home", tab, club, feed: club.feed };
}

async function loadGroupScreen(send: Send, groupId: string, tab: GroupTab): Promise<ClubData> {
  const group = await loadGroup(send, groupId, tab);
  return { screen: "group", tab, group, feed: group.feed };
}

async function loadScreen(
  send: Send,
  path: string,
  { cityCode, search, isVisitor }: ClubRequest,
): Promise<ClubData> {
  const [kind, id, third] = path.split("/");
  const tab = homeTabs[path];
  if (tab !== undefined) return loadHomeScreen(send, tab, cityCode);
  if (path === "find") {
    const keyword = cutCharacters((search.get("keyword") ?? "").trim(), clubLimits.maxKeywordLength);
    return { screen: "find", keyword, page: await loadGroups(send, keyword === "" ? {} : { keyword }) };
  }
  if (path === "notices" || path === "write" || path === "complaints" || path === "hidden")
    return { screen: path };
  if (path === "blocked") return { screen: "people", of: "blocked" };
  if (path === "member/me" && isVisitor) return { screen: "me" };
  const people = kind === "member" && (isId(id) || id === "me") ? peopleLists[third ?? ""] : undefined;
  if (people !== undefined) return { screen: "people", of: people };
  if (kind === "member" && third === undefined && (isId(id) || id === "me")) {
    const member = await loadMember(send, id);
    return { screen: "member", member, feed: member.feed };
  }
  if (!isId(id)) throw notFound();
  if (kind === "group") {
    const groupTab = groupTabs.find((one) => one === (third ?? "newest"));
    if (groupTab !== undefined) return loadGroupScreen(send, id, groupTab);
  }
  if (kind === "article" && third === "edit") return { screen: "edit" };
  if (kind === "article" && third === undefined)
    return { screen: "article", article: await loadArticle(send, id) };
  if (kind === "activity" && third === undefined) {
    const club = await loadActivityClub(send, id);
    return { screen: "activity", activityId: id, club, feed: club.feed };
  }
  throw notFound();
}

/** Screen of a path that cannot be loaded. */
export const unreachableScreen = (path: string, reason: unknown): ClubData => ({
  screen: "unreachable",
  tab: homeTabs[path] ?? null,
  reason,
});

/** Screen of a target that no longer exists; null if the path has never been valid. */
function goneScreen(path: string): ClubData | null {
  const [of, id] = path.split("/");
  return isId(id) && (of === "article" || of === "group" || of === "member") ? { screen: "gone", of } : null;
}

export type ClubRequest = {
  readonly cityCode: string;
  readonly search: URLSearchParams;
  /** No login is known. */
  readonly isVisitor: boolean;
};

/**
 * Loads the screen of a path.
 * @param path below `club/`, without slashes around it
 * @throws a 404 response for an unknown path; otherwise Refusal
 */
export async function loadClubScreen(send: Send, path: string, request: ClubRequest): Promise<ClubData> {
  try {
    return await loadScreen(send, path, request);
  } catch (error) {
    if (asRefusal(error)?.refusal !== "notFound") throw error;
    const gone = goneScreen(path);
    if (gone === null) throw notFound();
    return gone;
  }
}

/** Loads a page of the screen's feed. @param cursor undefined: the first page @throws Refusal */
export function loadFeedPage(
  send: Send,
  shown: ClubData,
  cityCode: string,
  cursor?: string,
): Promise<ArticlePage> {
  const paging = cursor === undefined ? {} : { cursor };
  if (shown.screen === "group")
    return loadArticles(send, {
      groupId: shown.group.groupId,
      ...(shown.tab === "featured" && { featured: "1" }),
      ...paging,
    });
  if (shown.screen === "member") return loadArticles(send, { userId: shown.member.id, ...paging });
  if (shown.screen === "activity") return loadArticles(send, { activityId: shown.activityId, ...paging });
  if (shown.screen === "home" && (shown.tab === "following" || shown.tab === "city"))
    return loadArticles(send, { scope: shown.tab, ...(shown.tab === "city" && { cityCode }), ...paging });
  return loadArticles(send, paging);
}

/** All articles in a screen's data. */
export const articlesOf = (shown: ClubData): readonly Article[] =>
  shown.screen === "article" ? [shown.article] : "feed" in shown ? shown.feed.list : [];
