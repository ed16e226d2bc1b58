import { bridgeCodes, type CoordinateType } from "#contract/host/bridge.ts";
import { BridgeError } from "./bridge-error.ts";
import { callNative } from "./call-native.ts";

type Point = { readonly longitude: number; readonly latitude: number };
export type NativePosition =
  | { readonly point: Point; readonly coordType: CoordinateType }
  /** No location, but perhaps the city chosen in the app (GB/T 2260). */
  | { readonly provinceCode: string | null; readonly cityCode: string | null }
  | "denied"
  | "failed";

/** Whether a location is valid: location services answer zeros when they found nothing. */
const isPoint = ({ longitude, latitude }: Point): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && Math.abs(longitude) + Math.abs(latitude) > 0.001;

/**
 * Asks the maker's app for the person's location (requirements R06, J01). Never throws.
 * @param ask false: the app must not show a dialog
 */
export async function nativePosition(ask: boolean): Promise<NativePosition> {
  try {
    const { longitude, latitude, coordType, provinceCode, cityCode } = await callNative("getGeoPosition", {
      ask,
    });
    if (longitude === undefined || latitude === undefined)
      return { provinceCode: provinceCode ?? null, cityCode: cityCode ?? null };
    const point = { longitude, latitude };
    return isPoint(point) ? { point, coordType: coordType ?? "wgs84" } : "failed";
  } catch (error) {
    return error instanceof BridgeError && error.code === bridgeCodes.locationDenied ? "denied" : "failed";
  }
}
