import {
  requestedCityCode,
  defaultCity,
  currentViewpoint,
  type Viewpoint,
} from "../../platform/location/city.ts";
import type { SearchLocation } from "../api.ts";

const codePattern = /^[1-9]\d{5}$/;

/** Province in the address (requirement C20). */
const provinceIn = (request: Request): { provinceCode?: string } => {
  const code = new URL(request.url).searchParams.get("provinceCode") ?? "";
  return codePattern.test(code) ? { provinceCode: code } : {};
};

/** Location for the server's rendering: the address, the remembered city, or the default. */
export const serverSearchLocation = (request: Request): SearchLocation => ({
  ...provinceIn(request),
  cityCode: requestedCityCode(request) ?? defaultCity.code,
  isExact: false,
});

/** Location for the browser's loads: the address's city and province, else the chosen or located city. */
export const browserSearchLocation = (request: Request): SearchLocation =>
  resolveSearchLocation(currentViewpoint(), requestedCityCode(request), provinceIn(request));

/** Pure part of `browserSearchLocation`. */
export function resolveSearchLocation(
  { cityCode, longitude, latitude, isExact }: Viewpoint,
  askedCity: string | null,
  province: { provinceCode?: string },
): SearchLocation {
  if (askedCity !== null && askedCity !== cityCode)
    return { ...province, cityCode: askedCity, isExact: false };
  return { ...province, cityCode, longitude, latitude, isExact };
}
