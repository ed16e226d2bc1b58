import type { CoordinateType } from "#contract/host/bridge.ts";
import { defaultAppCodes, defaultPlace, limits } from "#contract/core/limits.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import { provinceCapital } from "./city.ts";
import { hasBridge, isInWechat } from "../environment/host-detection.ts";
import { send } from "../http/send.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/** WGS-84 degrees. */
export type Wgs84Point = { readonly longitude: number; readonly latitude: number };

/** How somebody was found: by a position, by the city chosen in the maker's app, by the network's address, or not at all. */
export type LocationResult =
  | { readonly by: "point"; readonly place: LocatedPlace; readonly point: Wgs84Point }
  | { readonly by: "app" | "address" | "default"; readonly place: LocatedPlace }
  /** The person said no: nothing else was tried (requirement J06). */
  | { readonly by: "denied" };

const REJECTED = sessionKey("locationRejected");
/** Whether the person refused to be located in this visit (requirement J05). */
export const isLocationRejected = (): boolean => safeSessionStorage.get(REJECTED) === "1";

type HostPosition =
  | { readonly point: Wgs84Point; readonly coordType: CoordinateType }
  | { readonly cityCode: string }
  | "denied"
  | "failed";

/** A question that nobody answers is no reason to wait on, ms: the contract's patience begins after it. */
const PATIENCE = 10_000;

/** Asks the browser (requirements J03, J04). Outside of a secure context it would answer as if the person had refused. */
function askBrowser(): Promise<HostPosition> {
  if (!isSecureContext || !("geolocation" in navigator)) return Promise.resolve("failed");
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, "failed");
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
  const told = await wechatPosition();
  return typeof told === "string" ? told : { point: told, coordType: "wgs84" };
}
/** Asks the maker's app (requirement J01). One that tells neither point nor city means its default codes (requirement J10). */
async function askApp(isQuiet: boolean): Promise<HostPosition> {
  const { nativePosition } = await import("../bridge/native-position.ts");
  const told = await nativePosition(!isQuiet);
  if (typeof told === "string" || "point" in told) return told;
  const cityCode = told.cityCode ?? (told.provinceCode && provinceCapital(told.provinceCode));
  if (cityCode) return { cityCode };
  return isQuiet ? "failed" : { cityCode: defaultAppCodes.cityCode };
}

/** The calls with their schemas, loaded where somebody is located: most pages only ask whether they may. */
const calls = () => import("#contract/location/location.ts");

async function byAddress(): Promise<LocationResult> {
  try {
    const { locateAddress } = await calls();
    return { by: "address", place: await send(locateAddress, {}, { isSilent: true }) };
  } catch {
    return { by: "default", place: defaultPlace };
  }
}

async function byPoint(asked: Wgs84Point, coordType: CoordinateType): Promise<LocationResult> {
  try {
    const { locatePoint } = await calls();
    const args = coordType === "wgs84" ? asked : { ...asked, coordType };
    const place = await send(locatePoint, args, { isSilent: true });
    // The answer's point is the asked one as WGS-84, unless the server knows no city there; one
    // that is WGS-84 already stays as exact as it was told.
    const isConverted =
      coordType !== "wgs84" &&
      Math.hypot(place.longitude - asked.longitude, place.latitude - asked.latitude) < 0.02;
    const { longitude, latitude } = isConverted ? place : asked;
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

/** Whoever can tell it in this host (requirements J01–J03). */
function askHost(isQuiet: boolean): Promise<HostPosition> {
  if (hasBridge()) return askApp(isQuiet);
  return isInWechat() ? askWechat() : askBrowser();
}

/**
 * Finds out where the person is: in the maker's app by the app, in WeChat by that, elsewhere by the browser. A refusal
 * is respected: a flag is set and nothing else is tried; any other failure falls back on the
 * network's address, then on the default (requirements J01, J03, J05–J09). Asking again is allowed:
 * whoever changed their mind is located (requirement J16). Nothing is kept: see keepPoint and
 * keepCity in city.ts. Never throws.
 * @param isQuiet the app is not to ask the person; a browser is asked only where it would not
 */
export async function locate({ isQuiet = false } = {}): Promise<LocationResult> {
  const asked = await askHost(isQuiet);
  if (asked === "denied") {
    safeSessionStorage.set(REJECTED, "1");
    return { by: "denied" };
  }
  if (asked === "failed") return byAddress();
  safeSessionStorage.remove(REJECTED);
  return "point" in asked ? byPoint(asked.point, asked.coordType) : byCity(asked.cityCode);
}

const peoples =
  "蒙古|藏|回|苗|壮|布依|土家|侗|彝|哈尼|傣|白|景颇|傈僳|羌|朝鲜|哈萨克|柯尔克孜|黎|畲|满|维吾尔|瑶|土";
const prefecture = new RegExp(`((${peoples})族|(蒙古|哈萨克|柯尔克孜))*自治州$`);
/** A city's name for showing, where the index with its own short names is not at hand: 上海市 → 上海. */
export const shortCityName = (name: string): string =>
  name.replace(prefecture, "").replace(/(..)(市|地区|盟)$/, "$1");
