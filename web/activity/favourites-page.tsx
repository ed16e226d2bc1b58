import "./favourites.css";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { toast } from "../platform/http/challenges.ts";
import { onReturn } from "../platform/network.ts";
import { serverTime } from "../platform/server-time.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { AsOf } from "../ui/as-of.tsx";
import { ButtonLink, IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatDate, formatPeriod } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { HeartFilledIcon } from "../ui/icons-of-things.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { detailPath } from "./card-facts.ts";
import { askAbout, standingOf, type FavouriteStatus } from "./favourite-status.ts";
import { words as texts } from "./favourites-words.ts";
import { listFavourites, removeFavourite, type Favourite } from "./favourites.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: `${texts.title} - ${brandOf(matches).name}` }];

const Skeleton = () => (
  <div className="fv" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className="card sk" />
    ))}
  </div>
);

type CardProps = { one: Favourite; status: FavouriteStatus | null; onRemove: () => void };

const Card = ({ one, status, onRemove }: CardProps) => (
  <li className="card">
    <Link to={detailPath(one)} prefetch="intent">
      <div className={classes("cover", (status?.kind === "ended" || status?.kind === "mute") && "off")}>
        <Picture url={one.coverUrl} width={180} height={120} />
        {status !== null && (
          <span className="tl">
            <Tag kind={status.kind} isOnPicture={status.kind !== "mute"}>
              {status.word}
            </Tag>
          </span>
        )}
      </div>
      <div className="bd">
        <h2 className="bs md el2">{one.title}</h2>
        <p className="cap c3 mt1 el1">
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
      className="hb"
      onClick={onRemove}
    />
  </li>
);

/** What this browser keeps, and what the server says of it: asked at once, and whenever the page is come back to. */
function useFavourites() {
  const [favourites, setFavourites] = useState<readonly Favourite[] | null>(null);
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof askAbout>>>(null);
  const ask = useEffectEvent(async (of: readonly Favourite[], isHere: () => boolean) => {
    const next = await askAbout(of);
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
    const stop = onReturn(() => askAgain(here));
    return () => {
      isHere = false;
      stop();
    };
  }, []);
  const remove = (one: Favourite) => {
    setFavourites((before) => before?.filter(({ activityId }) => activityId !== one.activityId) ?? null);
    void removeFavourite(one).then(() => toast(texts.removed));
  };
  return { favourites, told: answer?.told ?? null, asOf: answer?.asOf ?? null, remove };
}

/** What this browser keeps as favourites (mockup 12-favourites); there without a network too. */
export default function FavouritesPage() {
  const brand = useBrand();
  const [now] = useState(() => serverTime.now());
  const { favourites, told, asOf, remove } = useFavourites();
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={texts.title} back="/mine" />
      {asOf !== null && (
        <div className="fv-asof">
          <AsOf time={asOf} />
        </div>
      )}
      {favourites === null ? (
        <Skeleton />
      ) : favourites.length === 0 ? (
        <Empty {...texts.empty}>
          <ButtonLink to="/list">{texts.find}</ButtonLink>
        </Empty>
      ) : (
        <ul className="fv">
          {favourites.map((one) => {
            const { shown, status } = standingOf(one, told, now);
            return <Card key={one.activityId} one={shown} status={status} onRemove={() => remove(one)} />;
          })}
        </ul>
      )}
    </Screen>
  );
}
