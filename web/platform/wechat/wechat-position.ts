import { wechatReady } from "./configured-sdk.ts";
import { callSdk, type SdkAnswer } from "./sdk.ts";

/** WGS-84 degrees. */
type Point = { readonly longitude: number; readonly latitude: number };

/** WeChat's error messages for a refusal by the person or the system (platform facts section 1.4). */
const REFUSED = /auth ?den|authorize|permission|system permission denied/i;

/** Longest wait for the person's answer to WeChat's question, ms. */
const ANSWER_TIMEOUT = 8_000;

/** Parses an answer of getLocation (requirements J02, J05–J07). */
function parseWechatPosition(answer: SdkAnswer): Point | "denied" | "failed" {
  if (answer.status === "cancelled") return "denied";
  if (answer.status === "failed") return REFUSED.test(answer.errMsg) ? "denied" : "failed";
  if (answer.status !== "done") return "failed";
  // Older versions answer with texts.
  const longitude = Number(answer.answer["longitude"]);
  const latitude = Number(answer.answer["latitude"]);
  const isPoint = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isPoint ? { longitude, latitude } : "failed";
}

/** The person's position from WeChat, in WGS-84 degrees (requirement J02). */
export async function wechatPosition(): Promise<Point | "denied" | "failed"> {
  const sdk = await wechatReady();
  if (sdk === null) return "failed";
  return parseWechatPosition(
    await callSdk((callbacks) => sdk.getLocation({ type: "wgs84", ...callbacks }), ANSWER_TIMEOUT),
  );
}
