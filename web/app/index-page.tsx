import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import type { MetaFunction } from "react-router";
import { send } from "../platform/http/send.ts";
import { answered } from "../platform/http/loader-failure.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { firstScreenOver } from "../platform/hydration.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { Art } from "../ui/art.tsx";
import { Button } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { useSkeleton } from "../ui/skeleton.tsx";
import { Empty, ErrorState } from "../ui/states.tsx";
import { BannerCarousel } from "../activity/banner-carousel.tsx";
import { indexAge, indexes, indexSource, loadIndex, type IndexValue } from "../activity/index-data.ts";
import { IndexHero } from "../activity/index-hero.tsx";
import { IndexSkeleton, NearbySection, OnlineSection, QuickEntries } from "../activity/index-sections.tsx";
import { useCityChoice, type CityChoice } from "../activity/list-city.ts";
import { useKept } from "../activity/list-kept.ts";
import { placeNow, renderedPlace } from "../activity/list-place.ts";
import { OfflineNotice } from "../activity/offline-notice.tsx";
import { words } from "../activity/words.ts";
import { indexWords } from "../activity/index-words.ts";
import type { Route } from "./+types/index-page.ts";

/** The car club at the page's end: a script of its own, for whoever reads on (mockup 01-index). */
const ClubEnd = lazy<ComponentType>(() =>
  firstScreenOver.then(() => import("./club-end.tsx")).catch(() => ({ default: () => null })),
);

export const meta: MetaFunction = ({ matches }) => [{ title: indexWords.title(brandOf(matches).name) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const place = renderedPlace(request);
  return {
    place,
    index: await answered(context, loadIndex(serverSend(context), place)),
    renderedAt: Date.now(),
  };
}

/** Starts loading what is not kept; the page shows itself at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const place = placeNow(request);
  indexes.ensure(indexSource(send, place));
  return { place, index: null, renderedAt: null };
}

export default function IndexPage({ loaderData }: Route.ComponentProps) {
  const { place, index, renderedAt } = loaderData;
  const brand = useBrand();
  const user = useUser();
  const city = useCityChoice(place);
  const source = indexSource(send, place);
  const entry = useKept({ store: indexes, source, rendered: index, renderedAt, age: indexAge });
  const isSkeleton = useSkeleton(entry.state === "loading");
  const value = entry.state === "ready" ? entry.value : null;
  if (entry.state === "failed") {
    const { art, title, text } = failureOf(entry.reason);
    return (
      <Screen brand={brand} current="home" city={city}>
        <ErrorState art={<Art kind={art} />} title={title} text={text}>
          <Button className="f1" onClick={() => indexes.ensure(source)}>
            {words.list.retry}
          </Button>
        </ErrorState>
      </Screen>
    );
  }
  return (
    <Screen brand={brand} current="home" city={city} isFull isBusy={value === null}>
      <IndexHero city={city} user={user} open={value?.open ?? null} />
      {value === null || isSkeleton ? (
        <IndexSkeleton />
      ) : (
        <IndexBody value={value} city={city} notice={<OfflineNotice entry={entry} />} />
      )}
    </Screen>
  );
}

/** Banners, entries and sections; what is empty is left out. */
function IndexBody({ value, city, notice }: { value: IndexValue; city: CityChoice; notice: ReactNode }) {
  const { banners, nearby, nearbyTotal, online } = value;
  const isHydrated = useHydrated();
  return (
    <>
      {banners.length > 0 && <BannerCarousel banners={banners} />}
      <QuickEntries />
      {notice}
      <div className="pgw">
        <NearbySection
          activities={nearby}
          total={nearbyTotal}
          cityName={city.name}
          isFirst={banners.length === 0}
        />
        {nearby.length === 0 && (
          <Empty title={indexWords.emptyTitle} text={indexWords.emptyText}>
            <Button look="tonal" size="small" onClick={city.choose}>
              {indexWords.chooseCity}
            </Button>
          </Empty>
        )}
        <OnlineSection activities={online} />
        {isHydrated && (
          <Suspense>
            <ClubEnd />
          </Suspense>
        )}
      </div>
    </>
  );
}
