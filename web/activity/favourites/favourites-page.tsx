import * as favouritesCss from "./favourites.module.css";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { showToast } from "../../platform/http/challenges.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { formatDate, formatPeriod } from "../../ui/display/format.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { HeartFilledIcon } from "../../ui/icons/detail-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { detailPath } from "../card/card-facts.ts";
import { loadFavouriteStatuses, favouriteWithStatus, type FavouriteStatus } from "./favourite-status.ts";
import { favouritesMessages as texts } from "./favourites-messages.ts";
import { listFavourites, removeFavourite, type Favourite } from "./favourites.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [{ title: `${texts.title} - ${brandOf(matches).name}` }];

const Skeleton = () => (
  <div className={favouritesCss.favourites} aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className={`${contentCss.card} ${contentCss.skeleton}`} />
    ))}
  </div>
);

type CardProps = { one: Favourite; status: FavouriteStatus | null; onRemove: () => void };

const Card = ({ one, status, onRemove }: CardProps) => (
  <li className={contentCss.card}>
    <Link to={detailPath(one)} prefetch="intent">
      <div
        className={classNames(
          contentCss.cover,
          (status?.kind === "ended" || status?.kind === "mute") && contentCss.faded,
        )}
      >
        <ResponsivePicture url={one.coverUrl} width={180} height={120} />
        {status !== null && (
          <span className={contentCss.topLeft}>
            <Tag kind={status.kind} isOnPicture={status.kind !== "mute"}>
              {status.word}
            </Tag>
          </span>
        )}
      </div>
      <div className={favouritesCss.body}>
        <h2 className={`${textCss.small} ${textCss.medium} ${textCss.twoLines}`}>{one.title}</h2>
        <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop1} ${textCss.ellipsis}`}>
          {one.activityType === "online"
            ? texts.until(formatDate(one.endTime))
            : formatPeriod(one.startTime, one.endTime)}
        </p>
      </div>
    </Link>
    <IconButton
      label={texts.remove(one.title)}
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
  const ask = useEffectEvent(async (of: readonly Favourite[], isHere: () => boolean) => {
    const next = await loadFavouriteStatuses(of);
    if (isHere() && next !== null) setAnswer(next);
  });
  const askAgain = useEffectEvent((isHere: () => boolean) => void ask(favourites ?? [], isHere));
  useEffect(() => {
    let isHere = true;
    const here = () => isHere;
    void listFavourites().then((found) => {
      if (!isHere) return;
      setFavourites(found);
      void ask(found, here);
    });
    const stop = onReconnect(() => askAgain(here));
    return () => {
      isHere = false;
      stop();
    };
  }, []);
  const remove = (one: Favourite) => {
    setFavourites((before) => before?.filter(({ activityId }) => activityId !== one.activityId) ?? null);
    void removeFavourite(one).then(() => showToast(texts.removed));
  };
  return { favourites, told: answer?.told ?? null, fetchedAt: answer?.fetchedAt ?? null, remove };
}

/** Favourites of this browser (mockup 12-favourites); also works without a network. */
export default function FavouritesPage() {
  const brand = useBrand();
  const [now] = useState(() => serverTime.now());
  const { favourites, told, fetchedAt, remove } = useFavourites();
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={texts.title} back="/mine" />
      {fetchedAt !== null && (
        <div className={favouritesCss.asOf}>
          <OfflineTimestamp time={fetchedAt} />
        </div>
      )}
      {favourites === null ? (
        <Skeleton />
      ) : favourites.length === 0 ? (
        <EmptyState {...texts.empty}>
          <ButtonLink to="/list">{texts.find}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={favouritesCss.favourites}>
          {favourites.map((one) => {
            const { shown, status } = favouriteWithStatus(one, told, now);
            return <Card key={one.activityId} one={shown} status={status} onRemove={() => remove(one)} />;
          })}
        </ul>
      )}
    </Screen>
  );
}
