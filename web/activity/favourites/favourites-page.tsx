import * as favouritesCss from "./favourites.module.css";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { formatPeriod } from "#contract/core/date-text.ts";
import { formatLastDate } from "#contract/core/moment-text.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { HeartFilledIcon } from "../../ui/icons/detail-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { detailPath } from "../card/card-facts.ts";
import { loadFavouriteStatuses, favouriteWithStatus, type FavouriteStatus } from "./favourite-status.ts";
import { favouritesMessages } from "./favourites-messages.ts";
import { listFavourites, removeFavourite, type Favourite } from "./favourites.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${favouritesMessages.title} - ${brandOf(matches).name}` },
];

const Skeleton = () => (
  <div className={favouritesCss.favourites} aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className={`${contentCss.card} ${contentCss.skeleton}`} />
    ))}
  </div>
);

type CardProps = { favourite: Favourite; status: FavouriteStatus | null; onRemove: () => void };

const Card = ({ favourite, status, onRemove }: CardProps) => (
  <li className={contentCss.card}>
    <Link to={detailPath(favourite)} prefetch="intent">
      <div
        className={classNames(
          contentCss.cover,
          (status?.kind === "ended" || status?.kind === "mute") && contentCss.faded,
        )}
      >
        <ResponsivePicture url={favourite.coverUrl} width={180} height={120} />
        {status !== null && (
          <span className={contentCss.topLeft}>
            <Tag kind={status.kind} isOnPicture={status.kind !== "mute"}>
              {status.label}
            </Tag>
          </span>
        )}
      </div>
      <div className={favouritesCss.body}>
        <h2 className={`${textCss.small} ${textCss.medium} ${textCss.twoLines}`}>
          <TitleText text={favourite.title} />
        </h2>
        <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop1} ${textCss.ellipsis}`}>
          {favourite.activityType === "online"
            ? favouritesMessages.until(formatLastDate(favourite.endTime))
            : formatPeriod(favourite.startTime, favourite.endTime)}
        </p>
      </div>
    </Link>
    <IconButton
      label={favouritesMessages.remove(favourite.title)}
      icon={<HeartFilledIcon size={20} />}
      isGlass
      className={favouritesCss.heart}
      onClick={onRemove}
    />
  </li>
);

/** Favourites of this browser with their statuses, loaded at once and each time the page becomes visible. */
function useFavourites() {
  const [favourites, setFavourites] = useState<readonly Favourite[] | null>(null);
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof loadFavouriteStatuses>>>(null);
  const loadStatuses = useEffectEvent(async (requested: readonly Favourite[], isMounted: () => boolean) => {
    const next = await loadFavouriteStatuses(requested);
    if (isMounted() && next !== null) setAnswer(next);
  });
  const reloadStatuses = useEffectEvent(
    (isMounted: () => boolean) => void loadStatuses(favourites ?? [], isMounted),
  );
  useEffect(() => {
    let isMounted = true;
    const checkMounted = () => isMounted;
    void listFavourites().then((found) => {
      if (!isMounted) return;
      setFavourites(found);
      void loadStatuses(found, checkMounted);
    });
    const stop = onReconnect(() => reloadStatuses(checkMounted));
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  const remove = (favourite: Favourite) => {
    setFavourites(
      (before) => before?.filter(({ activityId }) => activityId !== favourite.activityId) ?? null,
    );
    void removeFavourite(favourite).then(() => showToast(favouritesMessages.removed));
  };
  return { favourites, statuses: answer?.answer ?? null, fetchedAt: answer?.fetchedAt ?? null, remove };
}

/** Favourites of this browser (mockup 12-favourites); also works without a network. */
export default function FavouritesPage() {
  const brand = useBrand();
  const [now] = useState(() => serverTime.now());
  const { favourites, statuses, fetchedAt, remove } = useFavourites();
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={favouritesMessages.title} back="/mine" />
      {fetchedAt !== null && (
        <div className={favouritesCss.asOf}>
          <OfflineTimestamp time={fetchedAt} />
        </div>
      )}
      {favourites === null ? (
        <Skeleton />
      ) : favourites.length === 0 ? (
        <EmptyState {...favouritesMessages.empty}>
          <ButtonLink to="/list">{favouritesMessages.find}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={favouritesCss.favourites}>
          {favourites.map((favourite) => {
            const { shown, status } = favouriteWithStatus(favourite, statuses, now);
            return (
              <Card
                key={favourite.activityId}
                favourite={shown}
                status={status}
                onRemove={() => remove(favourite)}
              />
            );
          })}
        </ul>
      )}
    </Screen>
  );
}
