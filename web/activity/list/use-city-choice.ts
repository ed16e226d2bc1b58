import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import {
  chooseCity,
  isCityInAddress,
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

/** Loaded when it is needed, since most visits need neither function. */
const loadPlace = () => import("./load-place.ts");

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
    if (asked !== null && asked !== currentViewpoint().cityCode)
      void loadPlace().then(
        ({ showCity }) => showCity(asked),
        () => {},
      );
  });
  useEffect(() => showName(), [asked]);
  const choose = async () => {
    const chosen = await chooseCity();
    if (chosen === null) return;
    const parameters = new URLSearchParams(search);
    const isNarrowed = parameters.has("districtCode");
    for (const name of ["cityCode", "provinceCode", "districtCode"]) parameters.delete(name);
    // A district narrows the list (requirement J18).
    const district = typeof chosen === "string" ? chosen : null;
    if (district !== null) parameters.set("districtCode", district);
    else if (asked === null && !isNarrowed) return chosen ? revalidate() : undefined;
    const target = district === null ? pathname : "/list";
    return navigate({ pathname: target, search: parameters.toString() }, { replace: target === pathname });
  };
  const locate = async () => {
    if (place.isExact) return;
    // The located point triggers a reload, which shows the distances.
    if (!(await (await loadPlace()).locatePerson())) showToast(activityMessages.notLocated);
  };
  return { name: city.name, choose: () => void choose(), locate: () => void locate() };
}
