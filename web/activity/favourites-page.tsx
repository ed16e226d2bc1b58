import "./favourites.css";
import { useEffect, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { toast } from "../platform/http/challenges.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { ButtonLink, IconButton } from "../ui/button.tsx";
import { formatPeriod } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { HeartFilledIcon } from "../ui/icons-of-things.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { detailPath } from "./card-facts.ts";
import type { Favourite } from "./detail-actions.ts";
import { words as texts } from "./favourites-words.ts";
import { listFavourites, removeFavourite } from "./favourites.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: `${texts.title} - ${brandOf(matches).name}` }];

const Skeleton = () => (
  <div className="fv" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className="card sk" />
    ))}
  </div>
);

const Card = ({ one, onRemove }: { one: Favourite; onRemove: () => void }) => (
  <li className="card">
    <Link to={detailPath(one)} prefetch="intent">
      <div className="cover">
        <Picture url={one.coverUrl} width={180} height={120} />
      </div>
      <div className="bd">
        <h2 className="bs md el2">{one.title}</h2>
        <p className="cap c3 mt1 el1">
          {one.activityType === "online" ? `${texts.online} · ` : ""}
          {formatPeriod(one.startTime, one.endTime)}
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

/** What this browser keeps as favourites (mockup 12-favourites); there without a network too. */
export default function FavouritesPage() {
  const brand = useBrand();
  const [favourites, setFavourites] = useState<readonly Favourite[] | null>(null);
  useEffect(() => {
    let isHere = true;
    void listFavourites().then((found) => isHere && setFavourites(found));
    return () => {
      isHere = false;
    };
  }, []);
  const remove = (one: Favourite) => {
    setFavourites((before) => before?.filter(({ activityId }) => activityId !== one.activityId) ?? null);
    void removeFavourite(one);
    toast(texts.removed);
  };
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={texts.title} back="/mine" />
      {favourites === null ? (
        <Skeleton />
      ) : favourites.length === 0 ? (
        <Empty {...texts.empty}>
          <ButtonLink to="/list">{texts.find}</ButtonLink>
        </Empty>
      ) : (
        <ul className="fv">
          {favourites.map((one) => (
            <Card key={one.activityId} one={one} onRemove={() => remove(one)} />
          ))}
        </ul>
      )}
    </Screen>
  );
}
