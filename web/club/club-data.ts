import { data } from "react-router";
import type { Send } from "#contract/core/call.ts";
import type { Article, ArticlePage, GroupPage } from "#contract/club/shapes.ts";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { MemberDetail } from "#contract/club/members.ts";
import type { CarClub, GroupDetail } from "#contract/club/club.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import {
  type GroupTab,
  type HomeTab,
  type PeopleListKind,
  loadActivityClub,
  loadArticle,
  loadArticles,
  loadGroup,
  loadGroups,
  loadClubHome,
  loadMember,
} from "./api.ts";

export type { GroupTab, HomeTab, PeopleListKind } from "./api.ts";

/** What a screen of the club shows, by its path below `club/`. */
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
  /** Deleted, hidden, or of somebody who is not seen: whoever comes by an old link is told so. */
  | { readonly screen: "gone"; readonly of: "article" | "group" | "member" }
  /** A list of people, which is loaded when it is gone to. */
  | { readonly screen: "people"; readonly of: PeopleListKind }
  /** There is no network, or no server, and nothing is kept from before. */
  | { readonly screen: "unreached"; readonly tab: HomeTab | null; readonly reason: unknown }
  | { readonly screen: "me" }
  | { readonly screen: "notices" }
  | { readonly screen: "complaints" }
  | { readonly screen: "hidden" }
  | { readonly screen: "write" }
  /** One's own article, which is loaded when it is gone to. */
  | { readonly screen: "edit" };
/** What a screen is given. */
export type ScreenProps<S extends ClubData["screen"]> = {
  readonly shown: Extract<ClubData, { screen: S }>;
  /** Loaded by a logged-in person's eyes: likes, follows and standing are theirs. */
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
const missing = () => data(null, { status: 404 });
const peopleOf: Readonly<Record<string, PeopleListKind>> = { followers: "followers", following: "following" };
const isId = (text: string | undefined): text is string => /^\d{1,19}$/.test(text ?? "");

async function home(send: Send, tab: HomeTab, cityCode: string): Promise<ClubData> {
  const club = await loadClubHome(send, cityCode, tab);
  return { screen: "home", tab, club, feed: club.feed };
}

async function group(send: Send, groupId: string, tab: GroupTab): Promise<ClubData> {
  const found = await loadGroup(send, groupId, tab);
  return { screen: "group", tab, group: found, feed: found.feed };
}

async function find(
  send: Send,
  path: string,
  { cityCode, search, isVisitor }: ClubRequest,
): Promise<ClubData> {
  const [kind, id, third] = path.split("/");
  const tab = homeTabs[path];
  if (tab !== undefined) return home(send, tab, cityCode);
  if (path === "find") {
    const keyword = [...(search.get("keyword") ?? "").trim()].slice(0, 20).join("");
    return { screen: "find", keyword, page: await loadGroups(send, keyword === "" ? {} : { keyword }) };
  }
  if (path === "notices" || path === "write" || path === "complaints" || path === "hidden")
    return { screen: path };
  if (path === "blocked") return { screen: "people", of: "blocked" };
  if (path === "member/me" && isVisitor) return { screen: "me" };
  const people = kind === "member" && (isId(id) || id === "me") ? peopleOf[third ?? ""] : undefined;
  if (people !== undefined) return { screen: "people", of: people };
  if (kind === "member" && third === undefined && (isId(id) || id === "me")) {
    const member = await loadMember(send, id);
    return { screen: "member", member, feed: member.feed };
  }
  if (!isId(id)) throw missing();
  if (kind === "group") {
    const groupTab = groupTabs.find((one) => one === (third ?? "newest"));
    if (groupTab !== undefined) return group(send, id, groupTab);
  }
  if (kind === "article" && third === "edit") return { screen: "edit" };
  if (kind === "article" && third === undefined)
    return { screen: "article", article: await loadArticle(send, id) };
  if (kind === "activity" && third === undefined) {
    const club = await loadActivityClub(send, id);
    return { screen: "activity", activityId: id, club, feed: club.feed };
  }
  throw missing();
}

/** What is said of a path that cannot be reached. */
export const unreachableScreen = (path: string, reason: unknown): ClubData => ({
  screen: "unreached",
  tab: homeTabs[path] ?? null,
  reason,
});

/** What an address would have shown, were it still there; null: nothing was ever at such an address. */
function goneScreen(path: string): ClubData | null {
  const [of, id] = path.split("/");
  return isId(id) && (of === "article" || of === "group" || of === "member") ? { screen: "gone", of } : null;
}

export type ClubRequest = {
  readonly cityCode: string;
  readonly search: URLSearchParams;
  /** Nobody is logged in, as far as is known. */
  readonly isVisitor: boolean;
};

/**
 * What a path of the club shows.
 * @param path below `club/`, without slashes around it
 * @throws a 404 for what there is not; else Refusal
 */
export async function loadClubScreen(send: Send, path: string, wish: ClubRequest): Promise<ClubData> {
  try {
    return await find(send, path, wish);
  } catch (error) {
    if (asRefusal(error)?.refusal !== "notFound") throw error;
    const gone = goneScreen(path);
    if (gone === null) throw missing();
    return gone;
  }
}

/** Where a screen's list goes on. @throws Refusal */
export function nextArticles(
  send: Send,
  shown: ClubData,
  cityCode: string,
  cursor?: string,
): Promise<ArticlePage> {
  const on = cursor === undefined ? {} : { cursor };
  if (shown.screen === "group")
    return loadArticles(send, {
      groupId: shown.group.groupId,
      ...(shown.tab === "featured" && { featured: "1" }),
      ...on,
    });
  if (shown.screen === "member") return loadArticles(send, { userId: shown.member.id, ...on });
  if (shown.screen === "activity") return loadArticles(send, { activityId: shown.activityId, ...on });
  if (shown.screen === "home" && (shown.tab === "following" || shown.tab === "city"))
    return loadArticles(send, { scope: shown.tab, ...(shown.tab === "city" && { cityCode }), ...on });
  return loadArticles(send, on);
}

/** Every article that a screen shows. */
export const articlesOf = (shown: ClubData): readonly Article[] =>
  shown.screen === "article" ? [shown.article] : "feed" in shown ? shown.feed.list : [];
