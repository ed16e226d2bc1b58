import { citySource, saveCity, savePoint } from "../../platform/location/city.ts";
import { findCity } from "../../platform/location/find-city.ts";
import { locate, shortCityName } from "../../platform/location/locate.ts";

/** Shows the city of a code, if the city index knows it. */
export async function showCity(code: string): Promise<void> {
  const found = await findCity(code).catch(() => null);
  if (found) saveCity(found, "address");
}

/** Locates the person and stores the result. @returns whether the person's own point is known now */
export async function locatePerson(): Promise<boolean> {
  const found = await locate();
  if (found.by !== "point") return false;
  const { cityId, city, longitude, latitude } = found.place;
  savePoint(found.point, cityId);
  // A city chosen by hand stays (requirement J15).
  if (citySource() !== "hand")
    saveCity({ code: cityId, name: shortCityName(city), longitude, latitude }, "located");
  return true;
}
