import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import type { MetaFunction } from "react-router";
import { send } from "../../platform/http/send.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { Illustration } from "../../ui/media/illustration.tsx";
import { Button } from "../../ui/form/button.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Screen } from "../../ui/layout/screen.tsx";
import { useSkeleton } from "../../ui/feedback/skeleton.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { BannerCarousel } from "../../activity/home/banner-carousel.tsx";
import {
  homeMaxAge,
  homeCache,
  homeSource,
  loadHomePage,
  type HomeData,
} from "../../activity/home/home-data.ts";
import { HomeHero } from "../../activity/home/home-hero.tsx";
import {
  HomeSkeleton,
  NearbySection,
  OnlineSection,
  QuickEntries,
} from "../../activity/home/home-sections.tsx";
import { useCityChoice, type CityChoice } from "../../activity/list/use-city-choice.ts";
import { useCachedPage } from "../../activity/cache/use-cached-page.ts";
import { browserSearchLocation, serverSearchLocation } from "../../activity/list/search-location.ts";
import { OfflineNotice } from "../../activity/cache/offline-notice.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { homeMessages } from "../../activity/home/home-messages.ts";
import type { Route } from "./+types/index-page.ts";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/**
 * The club at the end of the page: in its own script, loaded when the person scrolls there (mockup 01-index).
 */
const LazyClubSection = lazy<ComponentType>(() =>
  firstScreenDone.then(() => import("./club-section.tsx")).catch(() => ({ default: () => null })),
);

export const meta: MetaFunction = ({ matches }) => [{ title: homeMessages.title(brandOf(matches).name) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const place = serverSearchLocation(request);
  return {
    place,
    index: await withLoaderFailure(context, loadHomePage(serverSend(context), place)),
    renderedAt: Date.now(),
  };
}

/** Starts loading without waiting; the page is shown at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const place = browserSearchLocation(request);
  homeCache.ensure(homeSource(send, place));
  return { place, index: null, renderedAt: null };
}

export default function IndexPage({ loaderData }: Route.ComponentProps) {
  const { place, index, renderedAt } = loaderData;
  const brand = useBrand();
  const user = useUser();
  const city = useCityChoice(place, (next) => homeCache.prepare(homeSource(send, next)));
  const source = homeSource(send, place);
  const entry = useCachedPage({ store: homeCache, source, rendered: index, renderedAt, age: homeMaxAge });
  const isSkeleton = useSkeleton(entry.state === "loading");
  const value = entry.state === "ready" ? entry.value : null;
  if (entry.state === "failed") {
    const { art, title, text } = describeFailure(entry.reason);
    return (
      <Screen brand={brand} current="home" city={city}>
        <ErrorState art={<Illustration kind={art} />} title={title} text={text}>
          <Button className={layoutCss.grow} onClick={() => homeCache.ensure(source)}>
            {uiMessages.retry}
          </Button>
        </ErrorState>
      </Screen>
    );
  }
  return (
    <Screen brand={brand} current="home" city={city} isFull isBusy={value === null}>
      <HomeHero city={city} user={user} open={value?.open ?? null} />
      {value === null || isSkeleton ? (
        <HomeSkeleton />
      ) : (
        <HomeBody value={value} place={source.key} city={city} notice={<OfflineNotice entry={entry} />} />
      )}
    </Screen>
  );
}

type HomeBodyProps = {
  value: HomeData;
  /** Another place's cards are new ones: moved ones would count as a layout shift. */
  place: string;
  city: CityChoice;
  notice: ReactNode;
};

/** Banners, entries and sections; empty ones are left out. */
function HomeBody({ value, place, city, notice }: HomeBodyProps) {
  const { banners, nearby, nearbyTotal, online } = value;
  const isHydrated = useHydrated();
  return (
    <>
      {banners.length > 0 && <BannerCarousel banners={banners} />}
      <QuickEntries />
      {notice}
      <div className={frameWideCss.pageWidth}>
        <NearbySection
          key={place}
          activities={nearby}
          total={nearbyTotal}
          cityName={city.name}
          isFirst={banners.length === 0}
        />
        {nearby.length === 0 && (
          <EmptyState title={homeMessages.emptyTitle} text={homeMessages.emptyText}>
            <Button look="tonal" size="small" onClick={city.choose}>
              {homeMessages.chooseCity}
            </Button>
          </EmptyState>
        )}
        <OnlineSection key={`online ${place}`} activities={online} />
        {isHydrated && (
          <Suspense>
            <LazyClubSection />
          </Suspense>
        )}
      </div>
    </>
  );
}
