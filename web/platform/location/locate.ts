import type { CoordinateType } from "#contract/host/bridge.ts";
import { defaultAppCodes, defaultPlace, limits } from "#contract/core/limits.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import { provinceCapital } from "./city.ts";
import { hasBridge, isInWechat } from "../environment/host-detection.ts";
import { send } from "../http/send.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/** WGS-84 degrees. */
type Wgs84Point = { readonly longitude: number; readonly latitude: number };

/**
 * Result of locating the person: by a position, by the city chosen in the maker's app, by the network's
 * address, or the default.
 */
export type LocationResult =
  | { readonly by: "point"; readonly place: LocatedPlace; readonly point: Wgs84Point }
  | { readonly by: "app" | "address" | "default"; readonly place: LocatedPlace }
  /** The person refused: nothing else was tried (requirement J06). */
  | { readonly by: "denied" };

const REJECTED = sessionKey("locationRejected");
/** Whether the person refused to be located in this visit (requirement J05). */
export const isLocationRejected = (): boolean => safeSessionStorage.get(REJECTED) === "1";

type HostPosition =
  | { readonly point: Wgs84Point; readonly coordType: CoordinateType }
  | { readonly cityCode: string }
  | "denied"
  | "failed";

/**
 * Longest wait for the person's answer to the browser's question, ms: the browser's own timeout begins after
 * it.
 */
const PERMISSION_TIMEOUT = 10_000;

/**
 * Asks the browser (requirements J03, J04). Not outside of a secure context, where it would answer as if the
 * person had refused.
 */
function askBrowser(): Promise<HostPosition> {
  if (!isSecureContext || !("geolocation" in navigator)) return Promise.resolve("failed");
  return new Promise((resolve) => {
    setTimeout(resolve, PERMISSION_TIMEOUT, "failed");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) =>
        resolve({ point: { longitude, latitude }, coordType: "wgs84" }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "failed"),
      { timeout: limits.geolocationTimeout, maximumAge: limits.geolocationMaximumAge },
    );
  });
}

/** Asks WeChat (requirement J02). */
async function askWechat(): Promise<HostPosition> {
  const { wechatPosition } = await import("../wechat/wechat-position.ts");
  const position = await wechatPosition();
  return typeof position === "string" ? position : { point: position, coordType: "wgs84" };
}
/**
 * Asks the maker's app (requirement J01). An answer without location and city stands for the default codes
 * (requirement J10).
 */
async function askApp(isQuiet: boolean): Promise<HostPosition> {
  const { nativePosition } = await import("../bridge/native-position.ts");
  const position = await nativePosition(!isQuiet);
  if (typeof position === "string" || "point" in position) return position;
  const cityCode = position.cityCode ?? (position.provinceCode && provinceCapital(position.provinceCode));
  if (cityCode) return { cityCode };
  return isQuiet ? "failed" : { cityCode: defaultAppCodes.cityCode };
}

/** Loads the calls with their schemas when a person is located: most pages only check the permission. */
const calls = () => import("#contract/location/location.ts");

async function byAddress(): Promise<LocationResult> {
  try {
    const { locateAddress } = await calls();
    return { by: "address", place: await send(locateAddress, {}, { isSilent: true }) };
  } catch {
    return { by: "default", place: defaultPlace };
  }
}

async function byPoint(given: Wgs84Point, coordType: CoordinateType): Promise<LocationResult> {
  try {
    const { locatePoint } = await calls();
    const args = coordType === "wgs84" ? given : { ...given, coordType };
    const place = await send(locatePoint, args, { isSilent: true });
    // The answer's location is the given one as WGS-84, unless the server knows no city there. A location
    // that is WGS-84 already keeps its precision.
    const isConverted =
      coordType !== "wgs84" &&
      Math.hypot(place.longitude - given.longitude, place.latitude - given.latitude) < 0.02;
    const { longitude, latitude } = isConverted ? place : given;
    return { by: "point", place, point: { longitude, latitude } };
  } catch {
    return byAddress();
  }
}
async function byCity(code: string): Promise<LocationResult> {
  try {
    const { listCities } = await calls();
    const { cities } = await send(listCities, {}, { isSilent: true });
    const found = cities.find((city) => city.code === code);
    if (!found) return await byAddress();
    const { province, name: city, longitude, latitude } = found;
    const provinceId = `${code.slice(0, 2)}0000`;
    return { by: "app", place: { province, provinceId, city, cityId: code, longitude, latitude } };
  } catch {
    return byAddress();
  }
}

/** Asks the API of this host (requirements J01–J03). */
function askHost(isQuiet: boolean): Promise<HostPosition> {
  if (hasBridge()) return askApp(isQuiet);
  return isInWechat() ? askWechat() : askBrowser();
}

/**
 * Locates the person: by the maker's app, by WeChat, or by the browser. A refusal is respected: it sets a
 * flag, and nothing else is tried. Other failures fall back to the network's address, then to the default
 * (requirements J01, J03, J05–J09). It may be called again: a person who changes their mind is located
 * (requirement J16). Stores nothing: see savePoint and saveCity in city.ts. Never throws.
 * @param isQuiet the app must not ask the person; a browser is called only when it would not ask
 */
export async function locate({ isQuiet = false } = {}): Promise<LocationResult> {
  const position = await askHost(isQuiet);
  if (position === "denied") {
    safeSessionStorage.set(REJECTED, "1");
    return { by: "denied" };
  }
  if (position === "failed") return byAddress();
  safeSessionStorage.remove(REJECTED);
  return "point" in position ? byPoint(position.point, position.coordType) : byCity(position.cityCode);
}

const peoples =
  "蒙古|藏|回|苗|壮|布依|土家|侗|彝|哈尼|傣|白|景颇|傈僳|羌|朝鲜|哈萨克|柯尔克孜|黎|畲|满|维吾尔|瑶|土";
const prefecture = new RegExp(`((${peoples})族|(蒙古|哈萨克|柯尔克孜))*自治州$`);
/** Short name of a city, when the index with its own short names is not loaded: 上海市 → 上海. */
export const shortCityName = (name: string): string =>
  name.replace(prefecture, "").replace(/(..)(市|地区|盟)$/, "$1");
