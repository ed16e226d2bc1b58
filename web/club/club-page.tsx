import "./club.css";
import "./group.css";
import "./people.css";
import "./feed.css";
import "./article.css";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { data, useRevalidator, type MetaFunction } from "react-router";
import { cityCodeOf, defaultCity, viewpointNow } from "../platform/city.ts";
import { answered } from "../platform/http/loader-failure.ts";
import { isUnreached } from "../platform/http/unreached.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { serverTime } from "../platform/server-time.ts";
import { brandOf } from "../platform/site.ts";
// Takes an operator's link out of the address before anything is told of it.
import "../platform/complaint-link.ts";
import { refusalOf } from "../ui/failure.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { ActivityScreen } from "./activity-screen.tsx";
import { ArticleScreen } from "./article-screen.tsx";
import { loadClub, unreached } from "./club-data.ts";
import { forget, keep, onShow, readKept, viewerNow, type Loaded } from "./club-state.ts";
import { FindScreen } from "./find-screen.tsx";
import { Going } from "./going.tsx";
import { GoneScreen } from "./gone-screen.tsx";
import { GroupScreen } from "./group-screen.tsx";
import { HomeScreen } from "./home-screen.tsx";
import { MemberScreen } from "./member-screen.tsx";
import { Clock } from "./now.tsx";
import { OwnContext } from "./use-held.ts";
import { titleOf } from "./titles.ts";
import { UnreachedScreen } from "./unreached-screen.tsx";
import { MeScreen, Waiting } from "./waiting.tsx";
import type { Route } from "./+types/club-page.ts";

/** Of one's own alone, and loaded when they are gone to. */
const personal = {
  notices: lazy(() => import("./notices-screen.tsx")),
  hidden: lazy(() => import("./hidden-screen.tsx")),
  people: lazy(() => import("./people-screen.tsx")),
  write: lazy(() => import("./write-screen.tsx")),
  edit: lazy(() => import("./edit-screen.tsx")),
  /** Of operators. */
  complaints: lazy(() => import("./complaints/complaints-screen.tsx")),
};

export const meta: MetaFunction = ({ matches, loaderData }) => {
  const shown = (loaderData as Loaded | undefined)?.shown ?? null;
  const title = { title: `${titleOf(shown)} - ${brandOf(matches).name}` };
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
  const wish = { cityCode: cityCodeOf(request) ?? defaultCity.code, search: searchParams, isVisitor: true };
  const loading = loadClub(serverSend(context), path.split("?")[0] ?? "", wish);
  const shown = await answered(context, loading);
  const loaded: Loaded = { shown, path, viewer: null, renderedAt: Date.now() };
  return data(loaded, { status: shown.screen === "gone" ? 404 : 200 });
}

/** The same by the person's own eyes; what they have just left is there as they left it. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const { searchParams } = new URL(request.url);
  const path = pathOf(params, searchParams);
  const found = readKept(path);
  if (found !== null) return found;
  const viewer = viewerNow();
  const cityCode = cityCodeOf(request) ?? viewpointNow().cityCode;
  const wish = { cityCode, search: searchParams, isVisitor: viewer === null };
  const askedAt = performance.now();
  try {
    const shown = await loadClub(send, path.split("?")[0] ?? "", wish);
    return keep({ shown, path, viewer, renderedAt: serverTime.now() }, askedAt);
  } catch (error) {
    const isAway = isUnreached(error);
    // What is refused is told within the club, too, its tabs in reach.
    if (!isAway && (refusalOf(error) === null || onShow.path === path)) throw error;
    // Without a network an older one is better than none.
    const older = isAway ? readKept(path, Infinity) : null;
    if (older !== null) return older;
    // What is on show stays as it is; the router sees to that.
    if (onShow.path === path) throw error;
    return { shown: unreached(path, error), path, viewer, renderedAt: serverTime.now() };
  }
}

/** Loads the page again for whoever logs in or out, and for the person that the server did not know. */
function useViewer(loaded: Loaded): void {
  const { revalidate } = useRevalidator();
  const openId = useUser()?.openId ?? null;
  const look = useEffectEvent((who: string | null) => {
    if (who === loaded.viewer) {
      // What the server rendered is there too when somebody comes back to it.
      if (loaded.shown.screen !== "unreached" && readKept(loaded.path) === null) keep(loaded);
      return;
    }
    forget();
    void revalidate();
  });
  useEffect(() => look(openId), [openId]);
  useEffect(() => {
    onShow.path = loaded.path;
    return () => {
      onShow.path = null;
    };
  }, [loaded.path]);
}

/** A screen of one's own: its script comes when React has taken over, for the server has nothing to put there. */
function Personal({ screen, title }: { screen: keyof typeof personal; title: string }) {
  const isHydrated = useHydrated();
  const waiting = <Waiting title={title} />;
  if (!isHydrated) return waiting;
  const Shown = personal[screen];
  return (
    <Suspense fallback={waiting}>
      <Shown />
    </Suspense>
  );
}

function Screen({ loaded }: { loaded: Loaded }) {
  const { shown, path, viewer } = loaded;
  const own = { isOwn: viewer !== null, path };
  switch (shown.screen) {
    case "home":
      return <HomeScreen shown={shown} {...own} />;
    case "find":
      return <FindScreen shown={shown} {...own} />;
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
      return <UnreachedScreen shown={shown} {...own} />;
    case "me":
      return <MeScreen />;
    case "notices":
    case "write":
    case "edit":
    case "complaints":
    case "hidden":
    case "people":
      return <Personal screen={shown.screen} title={titleOf(shown)} />;
  }
}

/** All screens of the car club (specification section 1, requirements P12–P23); one route, since each costs every page. */
export default function ClubPage({ loaderData }: Route.ComponentProps) {
  useViewer(loaderData);
  return (
    <Clock loadedAt={loaderData.renderedAt}>
      <Going />
      <OwnContext value={loaderData.viewer !== null}>
        <Screen loaded={loaderData} />
      </OwnContext>
    </Clock>
  );
}
