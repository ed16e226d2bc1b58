import { listCities } from "#contract/location/location.ts";
import { send } from "../http/send.ts";
import type { ShownCity } from "../environment/site.ts";

/** The city of a code, from the index, or null. @throws Refusal */
export async function findCity(code: string): Promise<ShownCity | null> {
  const { cities } = await send(listCities, {}, { isSilent: true });
  const found = cities.find((city) => city.code === code);
  if (!found) return null;
  const { shortName: name, longitude, latitude } = found;
  return { code, name, longitude, latitude };
}
