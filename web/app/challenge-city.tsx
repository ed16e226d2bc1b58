import type { City } from "#contract/location.ts";
import { CitySheet } from "../location/city-sheet.tsx";
import type { Located } from "../location/located-block.tsx";
import { keepPoint, readPoint, useCity } from "../platform/city.ts";
import { lastCities, noteCity } from "../platform/last-cities.ts";
import { isLocationRejected, locate } from "../platform/location.ts";
import type { PartProps } from "./challenge-part.ts";

/** The person's place as the sheet wants it; their own point is kept, so that distances are from it. */
async function locateForSheet(): Promise<Located> {
  const found = await locate();
  if (found.by === "denied") return { refused: true };
  if (found.by === "default") throw new Error("nothing tells where the person is");
  if (found.by === "point") keepPoint(found.point, found.place.cityId);
  return { cityId: found.place.cityId, isByNetwork: found.by === "address" };
}

/** What this visit knows already: somebody located at its start need not ask again. */
function locatedBefore(): Located | null {
  const point = readPoint();
  if (point) return { cityId: point.cityCode };
  return isLocationRejected() ? { refused: true } : null;
}

export function CityPart({ raised, onClose }: PartProps<"city">) {
  const { code, name } = useCity();
  const choose = (city: City | null) => {
    if (city) noteCity(city.code);
    raised.answer(
      city && { code: city.code, name: city.shortName, longitude: city.longitude, latitude: city.latitude },
    );
    onClose();
  };
  return (
    <CitySheet
      current={{ code, name }}
      located={locatedBefore()}
      history={lastCities()}
      locate={locateForSheet}
      onChoose={choose}
      onCancel={() => choose(null)}
    />
  );
}
