import "./club.module.css";
import "./group/group.module.css";
import "./member/people.module.css";
import "./feed/feed.module.css";
import "./article/article.module.css";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { data, useRevalidator, type MetaFunction } from "react-router";
import { requestedCityCode, defaultCity, currentViewpoint } from "../platform/location/city.ts";
import { withLoaderFailure } from "../platform/http/loader-failure.ts";
import { isServerUnreachable } from "../platform/http/network-errors.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-context.ts";
import { useUser } from "../platform/session/use-user.ts";
import { serverTime } from "../platform/time/server-time.ts";
import { brandOf } from "../platform/environment/site.ts";
// Removes the secret of an operator's link from the address bar before tracking or sharing can read it.
import "../platform/staff-link/complaint-link.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { ActivityScreen } from "./feed/activity-screen.tsx";
import { ArticleScreen } from "./article/article-screen.tsx";
import { loadClubScreen, unreachableScreen } from "./club-data.ts";
import {
  resetForNewViewer,
  cacheScreen,
  shownScreen,
  readCachedScreen,
  currentViewer,
  type LoadedScreen,
} from "./club-state.ts";
import { FindGroupsScreen } from "./home/find-groups-screen.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { GoneScreen } from "./gone-screen.tsx";
import { GroupScreen } from "./group/group-screen.tsx";
import { HomeScreen } from "./home/home-screen.tsx";
import { MemberScreen } from "./member/member-screen.tsx";
import { RelativeTimeClock } from "./shared/relative-time.tsx";
import { ViewerDataContext } from "./shared/use-pending-state.ts";
import { screenTitle } from "./screen-titles.ts";
import { UnreachableScreen } from "./unreachable-screen.tsx";
import { MeScreen, ScreenSkeleton } from "./skeletons.tsx";
import type { Route } from "./+types/club-page.ts";

/** Personal screens, rendered in the browser only; each script is loaded on the first visit. */
const personalScreens = {
  notices: lazy(() => import("./notice/notices-screen.tsx")),
  hidden: lazy(() => import("./moderation/hidden-screen.tsx")),
  people: lazy(() => import("./member/people-screen.tsx")),
  write: lazy(() => import("./compose/write-screen.tsx")),
  edit: lazy(() => import("./compose/edit-screen.tsx")),
  /** For operators. */
  complaints: lazy(() => import("./complaints/complaints-screen.tsx")),
};

export const meta: MetaFunction = ({ matches, loaderData }) => {
  const shown = (loaderData as LoadedScreen | undefined)?.shown ?? null;
  const title = { title: `${screenTitle(shown)} - ${brandOf(matches).name}` };
  return shown?.screen === "complaints" ? [title, { name: "robots", content: "noindex" }] : [title];
};

const pathOf = (params: { "*"?: string | undefined }, search: URLSearchParams): string => {
  const path = (params["*"] ?? "").replace(/^\/+|\/+$/g, "");
  const keyword = search.get("keyword");
  return path === "find" && keyword !== null ? `find?${keyword}` : path;
};

/** Loads the public data, which is the same for everybody. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params, searchParams);
  const clubRequest = {
    cityCode: requestedCityCode(request) ?? defaultCity.code,
    search: searchParams,
    isVisitor: true,
  };
  const loading = loadClubScreen(serverSend(context), path.split("?")[0] ?? "", clubRequest);
  const shown = await withLoaderFailure(context, loading);
  const loaded: LoadedScreen = { shown, path, viewer: null, renderedAt: Date.now() };
  return data(loaded, { status: shown.screen === "gone" ? 404 : 200 });
}

/** Loads the same screen with the person's own state; a recently visited one comes from the cache. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<LoadedScreen> {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params, searchParams);
  const cached = readCachedScreen(path);
  if (cached !== null) return cached;
  const viewer = currentViewer();
  const cityCode = requestedCityCode(request) ?? currentViewpoint().cityCode;
  const clubRequest = { cityCode, search: searchParams, isVisitor: viewer === null };
  const askedAt = performance.now();
  try {
    const shown = await loadClubScreen(send, path.split("?")[0] ?? "", clubRequest);
    return cacheScreen({ shown, path, viewer, renderedAt: serverTime.now() }, askedAt);
  } catch (error) {
    const isUnreachable = isServerUnreachable(error);
    // A refusal is shown within the club as well, so that the tabs stay usable.
    if (!isUnreachable && (asRefusal(error) === null || shownScreen.path === path)) throw error;
    // Without a network a stale screen is better than none.
    const stale = isUnreachable ? readCachedScreen(path, Infinity) : null;
    if (stale !== null) return stale;
    // A failed revalidation keeps the visible screen: the router handles the error.
    if (shownScreen.path === path) throw error;
    return { shown: unreachableScreen(path, error), path, viewer, renderedAt: serverTime.now() };
  }
}

/** Reloads the page after a login or logout, and when the server rendered it for a visitor. */
function useViewer(loaded: LoadedScreen): void {
  const { revalidate } = useRevalidator();
  const openId = useUser()?.openId ?? null;
  const onViewer = useEffectEvent((viewer: string | null) => {
    if (viewer === loaded.viewer) {
      // Caches the server-rendered screen, too, for a later visit.
      if (loaded.shown.screen !== "unreachable" && readCachedScreen(loaded.path) === null)
        cacheScreen(loaded);
      return;
    }
    resetForNewViewer();
    void revalidate();
  });
  useEffect(() => onViewer(openId), [openId]);
  useEffect(() => {
    shownScreen.path = loaded.path;
    return () => {
      shownScreen.path = null;
    };
  }, [loaded.path]);
}

/** Personal screen: the server cannot render it, so its script is loaded after hydration. */
function PersonalScreen({ screen, title }: { screen: keyof typeof personalScreens; title: string }) {
  const isHydrated = useHydrated();
  const skeleton = <ScreenSkeleton title={title} />;
  if (!isHydrated) return skeleton;
  const PersonalContent = personalScreens[screen];
  return (
    <Suspense fallback={skeleton}>
      <PersonalContent />
    </Suspense>
  );
}

function Screen({ loaded }: { loaded: LoadedScreen }) {
  const { shown, path, viewer } = loaded;
  const own = { isOwn: viewer !== null, path };
  switch (shown.screen) {
    case "home":
      return <HomeScreen shown={shown} {...own} />;
    case "find":
      return <FindGroupsScreen shown={shown} {...own} />;
    case "group":
      return <GroupScreen shown={shown} {...own} />;
    case "article":
      return <ArticleScreen key={shown.article.articleId} shown={shown} {...own} />;
    case "member":
      return <MemberScreen shown={shown} {...own} />;
    case "activity":
      return <ActivityScreen shown={shown} {...own} />;
    case "gone":
      return <GoneScreen of={shown.of} />;
    case "unreachable":
      return <UnreachableScreen shown={shown} {...own} />;
    case "me":
      return <MeScreen />;
    case "notices":
    case "write":
    case "edit":
    case "complaints":
    case "hidden":
    case "people":
      return <PersonalScreen screen={shown.screen} title={screenTitle(shown)} />;
  }
}

/** All screens of the club (requirements P12–P23); one route, since every route adds bytes to every page's manifest. */
export default function ClubPage({ loaderData }: Route.ComponentProps) {
  useViewer(loaderData);
  return (
    <RelativeTimeClock loadedAt={loaderData.renderedAt}>
      <NavigationProgress />
      <ViewerDataContext value={loaderData.viewer !== null}>
        <Screen loaded={loaderData} />
      </ViewerDataContext>
    </RelativeTimeClock>
  );
}
