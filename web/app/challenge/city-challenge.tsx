import type { CityListing } from "#contract/location/location.ts";
import { CitySheet } from "../../location/city-sheet.tsx";
import type { LocateResult } from "../../location/current-city.tsx";
import { savePoint, savedPoint, useCity } from "../../platform/location/city.ts";
import { recentCities, rememberCity } from "../../platform/location/recent-cities.ts";
import { isLocationRejected, locate } from "../../platform/location/locate.ts";
import type { ChallengeProps } from "./challenge-props.ts";

/** Locates the person for the sheet, and stores their own location, so that distances are from it. */
async function locateForSheet(): Promise<LocateResult> {
  const found = await locate();
  if (found.by === "denied") return { refused: true };
  if (found.by === "default") throw new Error("location unavailable");
  if (found.by === "point") savePoint(found.point, found.place.cityId);
  return { cityId: found.place.cityId, isByNetwork: found.by === "address" };
}

/** The result of this visit's earlier location, which saves a question. */
function earlierLocation(): LocateResult | null {
  const point = savedPoint();
  if (point) return { cityId: point.cityCode };
  return isLocationRejected() ? { refused: true } : null;
}

export function CityChallengeView({ raised, onClose }: ChallengeProps<"city">) {
  const { code, name } = useCity();
  const choose = (city: CityListing | null, districtCode?: string) => {
    if (city) rememberCity(city.code);
    raised.answer(
      city && {
        code: city.code,
        name: city.shortName,
        longitude: city.longitude,
        latitude: city.latitude,
        ...(districtCode !== undefined && { districtCode }),
      },
    );
    onClose();
  };
  return (
    <CitySheet
      current={{ code, name }}
      located={earlierLocation()}
      history={recentCities()}
      locate={locateForSheet}
      onChoose={choose}
      onCancel={() => choose(null)}
    />
  );
}
