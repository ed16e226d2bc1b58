import "./club.css";
import "./group/group.css";
import "./member/people.css";
import "./feed/feed.css";
import "./article/article.css";
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
// Takes an operator's link out of the address before anything is told of it.
import "../platform/staff-link/complaint-link.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { ActivityScreen } from "./feed/activity-screen.tsx";
import { ArticleScreen } from "./article/article-screen.tsx";
import { loadClubScreen, unreachableScreen } from "./club-data.ts";
import {
  forgetViewer,
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

/** Of one's own alone, and loaded when they are gone to. */
const personal = {
  notices: lazy(() => import("./notice/notices-screen.tsx")),
  hidden: lazy(() => import("./moderation/hidden-screen.tsx")),
  people: lazy(() => import("./member/people-screen.tsx")),
  write: lazy(() => import("./compose/write-screen.tsx")),
  edit: lazy(() => import("./compose/edit-screen.tsx")),
  /** Of operators. */
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

/** The public part, for everybody. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params, searchParams);
  const wish = {
    cityCode: requestedCityCode(request) ?? defaultCity.code,
    search: searchParams,
    isVisitor: true,
  };
  const loading = loadClubScreen(serverSend(context), path.split("?")[0] ?? "", wish);
  const shown = await withLoaderFailure(context, loading);
  const loaded: LoadedScreen = { shown, path, viewer: null, renderedAt: Date.now() };
  return data(loaded, { status: shown.screen === "gone" ? 404 : 200 });
}

/** The same by the person's own eyes; what they have just left is there as they left it. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<LoadedScreen> {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params, searchParams);
  const found = readCachedScreen(path);
  if (found !== null) return found;
  const viewer = currentViewer();
  const cityCode = requestedCityCode(request) ?? currentViewpoint().cityCode;
  const wish = { cityCode, search: searchParams, isVisitor: viewer === null };
  const askedAt = performance.now();
  try {
    const shown = await loadClubScreen(send, path.split("?")[0] ?? "", wish);
    return cacheScreen({ shown, path, viewer, renderedAt: serverTime.now() }, askedAt);
  } catch (error) {
    const isAway = isServerUnreachable(error);
    // What is refused is told within the club, too, its tabs in reach.
    if (!isAway && (asRefusal(error) === null || shownScreen.path === path)) throw error;
    // Without a network an older one is better than none.
    const older = isAway ? readCachedScreen(path, Infinity) : null;
    if (older !== null) return older;
    // What is on show stays as it is; the router sees to that.
    if (shownScreen.path === path) throw error;
    return { shown: unreachableScreen(path, error), path, viewer, renderedAt: serverTime.now() };
  }
}

/** Loads the page again for whoever logs in or out, and for the person that the server did not know. */
function useViewer(loaded: LoadedScreen): void {
  const { revalidate } = useRevalidator();
  const openId = useUser()?.openId ?? null;
  const look = useEffectEvent((who: string | null) => {
    if (who === loaded.viewer) {
      // What the server rendered is there too when somebody comes back to it.
      if (loaded.shown.screen !== "unreached" && readCachedScreen(loaded.path) === null) cacheScreen(loaded);
      return;
    }
    forgetViewer();
    void revalidate();
  });
  useEffect(() => look(openId), [openId]);
  useEffect(() => {
    shownScreen.path = loaded.path;
    return () => {
      shownScreen.path = null;
    };
  }, [loaded.path]);
}

/** A screen of one's own: its script comes when React has taken over, for the server has nothing to put there. */
function PersonalScreen({ screen, title }: { screen: keyof typeof personal; title: string }) {
  const isHydrated = useHydrated();
  const waiting = <ScreenSkeleton title={title} />;
  if (!isHydrated) return waiting;
  const Shown = personal[screen];
  return (
    <Suspense fallback={waiting}>
      <Shown />
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
    case "unreached":
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

/** All screens of the car club (specification section 1, requirements P12–P23); one route, since each costs every page. */
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
