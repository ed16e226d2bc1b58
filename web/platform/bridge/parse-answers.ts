import type { BridgeHandler, BridgeResult } from "#contract/host/bridge.ts";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (data: unknown): Fields =>
  typeof data === "object" && data !== null ? (data as Fields) : {};
/** A number, also as text, which some JSON writers produce. */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
const codeOf = (value: unknown): string | undefined =>
  /^[1-9]\d{5}$/.test(String(value)) ? String(value) : undefined;

const parseNothing = (): null => null;
const parseToken = (data: unknown): { sxToken: string } | undefined => {
  const sxToken = textOf(fieldsOf(data)["sxToken"]);
  return sxToken === undefined ? undefined : { sxToken };
};
function parsePosition(data: unknown): BridgeResult<"getGeoPosition"> {
  const { longitude, latitude, coordType, provinceCode, cityCode } = fieldsOf(data);
  return {
    longitude: numberOf(longitude),
    latitude: numberOf(latitude),
    coordType: coordType === "gcj02" || coordType === "wgs84" ? coordType : undefined,
    provinceCode: codeOf(provinceCode),
    cityCode: codeOf(cityCode),
  };
}

/**
 * Parses an app's answers without trusting their shape: undefined for a shape outside of the contract.
 * Without zod, which no first page loads; the self-test for apps validates strictly.
 */
export const answerParsers: { [H in BridgeHandler]: (data: unknown) => BridgeResult<H> | undefined } = {
  goBack: parseNothing,
  share: (data) => ({ result: fieldsOf(data)["result"] !== false }),
  getGeoPosition: parsePosition,
  getValue: (data) => ({ value: textOf(fieldsOf(data)["value"]) ?? null }),
  setValue: parseNothing,
  getSxToken: parseToken,
  refreshSxToken: parseToken,
  getStatusBarHeight(data) {
    const height = numberOf(fieldsOf(data)["height"]);
    return height !== undefined && height >= 0 && height <= 200 ? { height } : undefined;
  },
  showTitleBar(data) {
    const { shown } = fieldsOf(data);
    return typeof shown === "boolean" ? { shown } : null;
  },
  goToNativePage: (data) => ({ result: fieldsOf(data)["result"] !== false }),
};
