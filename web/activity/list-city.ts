import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import {
  chooseCity,
  chosenBy,
  isCityAsked,
  keepCity,
  keepPoint,
  useCity,
  usePlaceChanges,
  viewpointNow,
} from "../platform/city.ts";
import { toast } from "../platform/http/challenges.ts";
import { useHydrated } from "../ui/hydrated.ts";
import type { Place } from "./api.ts";
import { placeOf } from "./list-place.ts";
import { placeKey } from "./list-query.ts";
import { words } from "./words.ts";

export type CityChoice = {
  name: string;
  choose: () => void;
  /** Asks for the person's own point, where it is not known: nearest first needs it (requirement J16). */
  locate: () => void;
};

/** Puts the city of a code on show, where the index knows it. */
async function showCity(code: string): Promise<void> {
  const { cityNamed } = await import("../platform/city-named.ts");
  const found = await cityNamed(code).catch(() => null);
  if (found) keepCity(found, "address");
}

/** Finds the person and keeps where. @returns whether their own point is known now */
async function findPoint(): Promise<boolean> {
  const { locate, shortCityName } = await import("../platform/location.ts");
  const found = await locate();
  if (found.by !== "point") return false;
  const { cityId, city, longitude, latitude } = found.place;
  keepPoint(found.point, cityId);
  // A city chosen by hand stays (requirement J15).
  if (chosenBy() !== "hand")
    keepCity({ code: cityId, name: shortCityName(city), longitude, latitude }, "located");
  return true;
}

/**
 * The city on show and how to choose another. Where the page was loaded for another place than
 * the browser now knows (chosen, located), it is loaded again; a city in the address goes
 * before both, so choosing one takes it out of there (requirement J15).
 */
export function useCityChoice(place: Place): CityChoice {
  const city = useCity();
  const changes = usePlaceChanges();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const asked = useHydrated() && isCityAsked(search) ? (place.cityCode ?? null) : null;
  const follow = useEffectEvent(() => {
    const { provinceCode } = place;
    const now = placeOf(viewpointNow(), asked, provinceCode === undefined ? {} : { provinceCode });
    if (placeKey(now) !== placeKey(place)) void revalidate();
  });
  useEffect(() => follow(), [changes]);
  const name = useEffectEvent(() => {
    // Come to within the visit: only the first page's city has its name from the server.
    if (asked !== null && asked !== viewpointNow().cityCode) void showCity(asked);
  });
  useEffect(() => name(), [asked]);
  const choose = async () => {
    const isOther = await chooseCity();
    if (isOther === null) return;
    if (asked === null) return isOther ? revalidate() : undefined;
    const parameters = new URLSearchParams(search);
    parameters.delete("cityCode");
    parameters.delete("provinceCode");
    return navigate({ pathname, search: parameters.toString() }, { replace: true });
  };
  const locate = async () => {
    if (place.isExact) return;
    // Whoever shows distances hears of the point that is found.
    if (!(await findPoint())) toast(words.list.notLocated);
  };
  return { name: city.name, choose: () => void choose(), locate: () => void locate() };
}
