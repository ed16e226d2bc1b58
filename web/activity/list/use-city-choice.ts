import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import {
  chooseCity,
  citySource,
  isCityInAddress,
  saveCity,
  savePoint,
  useCity,
  usePlaceChanges,
  currentViewpoint,
} from "../../platform/location/city.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import type { SearchLocation } from "../api.ts";
import { resolveSearchLocation } from "./search-location.ts";
import { searchLocationKey } from "./list-query.ts";
import { activityMessages } from "../messages.ts";

export type CityChoice = {
  name: string;
  choose: () => void;
  /** Requests the person's own point if it is unknown: sorting by distance needs it (requirement J16). */
  locate: () => void;
};

/** Shows the city of a code, if the city index knows it. */
async function showCity(code: string): Promise<void> {
  const { findCity: cityNamed } = await import("../../platform/location/find-city.ts");
  const found = await cityNamed(code).catch(() => null);
  if (found) saveCity(found, "address");
}

/** Locates the person and stores the result. @returns whether the person's own point is known now */
async function locatePerson(): Promise<boolean> {
  const { locate, shortCityName } = await import("../../platform/location/locate.ts");
  const found = await locate();
  if (found.by !== "point") return false;
  const { cityId, city, longitude, latitude } = found.place;
  savePoint(found.point, cityId);
  // A city chosen by hand stays (requirement J15).
  if (citySource() !== "hand")
    saveCity({ code: cityId, name: shortCityName(city), longitude, latitude }, "located");
  return true;
}

/**
 * Current city and the functions to change it. If the page was loaded for another location than the browser
 * now knows (chosen or located), it is reloaded; a city in the address has precedence over both, so choosing
 * one removes it from there (requirement J15).
 * @param prepare loads the data of a location; those on the screen stay until then, and if it fails
 */
export function useCityChoice(
  place: SearchLocation,
  prepare: (place: SearchLocation) => Promise<boolean>,
): CityChoice {
  const city = useCity();
  const placeChanges = usePlaceChanges();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const asked = useHydrated() && isCityInAddress(search) ? (place.cityCode ?? null) : null;
  const reloadIfMoved = useEffectEvent((isCurrent: () => boolean) => {
    const { provinceCode } = place;
    const now = resolveSearchLocation(
      currentViewpoint(),
      asked,
      provinceCode === undefined ? {} : { provinceCode },
    );
    if (searchLocationKey(now) === searchLocationKey(place)) return;
    void prepare(now).then((isReady) => (isReady && isCurrent() ? revalidate() : undefined));
  });
  useEffect(() => {
    let isCurrent = true;
    reloadIfMoved(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [placeChanges]);
  const showName = useEffectEvent(() => {
    // After a client navigation: the server sends the city's name only with the first page.
    if (asked !== null && asked !== currentViewpoint().cityCode) void showCity(asked);
  });
  useEffect(() => showName(), [asked]);
  const choose = async () => {
    const isOtherCity = await chooseCity();
    if (isOtherCity === null) return;
    if (asked === null) return isOtherCity ? revalidate() : undefined;
    const parameters = new URLSearchParams(search);
    parameters.delete("cityCode");
    parameters.delete("provinceCode");
    return navigate({ pathname, search: parameters.toString() }, { replace: true });
  };
  const locate = async () => {
    if (place.isExact) return;
    // The located point triggers a reload, which shows the distances.
    if (!(await locatePerson())) showToast(activityMessages.list.notLocated);
  };
  return { name: city.name, choose: () => void choose(), locate: () => void locate() };
}
