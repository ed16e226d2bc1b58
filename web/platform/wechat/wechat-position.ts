import { wechatReady } from "./configured-sdk.ts";
import { callSdk, type SdkAnswer } from "./sdk.ts";

/** WGS-84 degrees. */
type Point = { readonly longitude: number; readonly latitude: number };

/** How WeChat words that the person, or the system for them, said no (platform facts section 1.4). */
const NO = /auth ?den|authorize|permission|system permission denied/i;

/** WeChat's own question lies over the page, and a person takes a moment to answer it, ms. */
const PATIENCE = 8_000;

/** What an answer of getLocation means (requirements J02, J05–J07). */
export function parseWechatPosition(answer: SdkAnswer): Point | "denied" | "failed" {
  if (answer.is === "cancelled") return "denied";
  if (answer.is === "failed") return NO.test(answer.errMsg) ? "denied" : "failed";
  if (answer.is !== "done") return "failed";
  // Older versions answer texts.
  const longitude = Number(answer.answer["longitude"]);
  const latitude = Number(answer.answer["latitude"]);
  const isPoint = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isPoint ? { longitude, latitude } : "failed";
}

/** The person's position by WeChat, WGS-84 degrees (requirement J02). */
export async function wechatPosition(): Promise<Point | "denied" | "failed"> {
  const sdk = await wechatReady();
  if (sdk === null) return "failed";
  return parseWechatPosition(
    await callSdk((callbacks) => sdk.getLocation({ type: "wgs84", ...callbacks }), PATIENCE),
  );
}
