import { defaultPlace, limits } from "#contract/limits.ts";
import type { Place } from "#contract/location.ts";
import { isInWechat } from "./client.ts";
import { send } from "./http/send.ts";
import { sessionStore } from "./storage/safe-storage.ts";
import { sessionKey } from "./storage/session-values.ts";

/** WGS-84 degrees. */
export type Point = { readonly longitude: number; readonly latitude: number };

/** How somebody was found: by the browser's own position, by the network's address, or not at all. */
export type Located =
  | { readonly by: "point"; readonly place: Place; readonly point: Point }
  | { readonly by: "address" | "default"; readonly place: Place }
  /** The person said no: nothing else was tried (requirement J06). */
  | { readonly by: "denied" };

const REJECTED = sessionKey("locationRejected");
/** Whether the person refused to be located in this visit (requirement J05). */
export const isLocationRejected = (): boolean => sessionStore.get(REJECTED) === "1";

type Asked = { point: Point } | "denied" | "failed";

/** Asks the browser (requirements J03, J04). Outside of a secure context it would answer as if the person had refused. */
function askBrowser(): Promise<Asked> {
  if (!isSecureContext || !("geolocation" in navigator)) return Promise.resolve("failed");
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ point: { longitude: coords.longitude, latitude: coords.latitude } }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "failed"),
      { timeout: limits.geolocationTimeout, maximumAge: limits.geolocationMaximumAge },
    );
  });
}

/** Asks WeChat (requirement J02). */
async function askWechat(): Promise<Asked> {
  const { wechatPosition } = await import("./wechat/position.ts");
  const told = await wechatPosition();
  return typeof told === "string" ? told : { point: told };
}

/** The calls with their schemas, loaded where somebody is located: most pages only ask whether they may. */
const calls = () => import("#contract/location.ts");

async function byAddress(): Promise<Located> {
  try {
    const { locateAddress } = await calls();
    return { by: "address", place: await send(locateAddress, {}, { isSilent: true }) };
  } catch {
    return { by: "default", place: defaultPlace };
  }
}

/**
 * Finds out where the person is. A refusal is respected: a flag is set and nothing else is tried;
 * any other failure falls back on the network's address, then on the default (requirements
 * J05–J09). Asking again is allowed: whoever changed their mind is located (requirement J16).
 * Nothing is kept: see keepPoint and keepCity in city.ts. Never throws.
 */
export async function locate(): Promise<Located> {
  const asked = await (isInWechat() ? askWechat() : askBrowser());
  if (asked === "denied") {
    sessionStore.set(REJECTED, "1");
    return { by: "denied" };
  }
  if (asked === "failed") return byAddress();
  sessionStore.remove(REJECTED);
  try {
    const { locatePoint } = await calls();
    return {
      by: "point",
      place: await send(locatePoint, asked.point, { isSilent: true }),
      point: asked.point,
    };
  } catch {
    return byAddress();
  }
}

/** Whether the browser would answer without asking the person. */
export async function isLocationGranted(): Promise<boolean> {
  // WeChat does not say.
  if (isInWechat() || !isSecureContext || !("permissions" in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}

const peoples =
  "蒙古|藏|回|苗|壮|布依|土家|侗|彝|哈尼|傣|白|景颇|傈僳|羌|朝鲜|哈萨克|柯尔克孜|黎|畲|满|维吾尔|瑶|土";
const prefecture = new RegExp(`((${peoples})族|(蒙古|哈萨克|柯尔克孜))*自治州$`);
/** A city's name for showing, where the index with its own short names is not at hand: 上海市 → 上海. */
export const shortCityName = (name: string): string =>
  name.replace(prefecture, "").replace(/(?<=..)(市|地区|盟)$/, "");
