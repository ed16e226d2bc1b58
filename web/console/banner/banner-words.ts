import {
  bannerFieldLabels,
  bannerPositions,
  type BannerFieldName,
  type BannerState,
  type ConsoleBanner,
} from "#contract/console/content/banners.ts";
import { formatShort } from "#contract/core/date-text.ts";
import type { Tone } from "../kit/display/badge.tsx";
import { bannerTexts as texts } from "./messages.ts";

export const bannerTones: Readonly<Record<BannerState, Tone>> = {
  live: "ok",
  planned: "info",
  ended: "mute",
};

/** Title in one line. */
export const titleOf = ({ title }: Pick<ConsoleBanner, "title">): string => title.replaceAll("\n", " ");

/** Window in which a banner is shown. */
export function windowText({ fromTime, toTime }: Pick<ConsoleBanner, "fromTime" | "toTime">): string {
  if (fromTime !== null && toTime !== null) return texts.between(formatShort(fromTime), formatShort(toTime));
  if (fromTime !== null) return texts.from(formatShort(fromTime));
  return toTime === null ? texts.always : texts.until(formatShort(toTime));
}

export const bannerFieldName = (field: string): string =>
  bannerFieldLabels[field as BannerFieldName] ?? field;
export const bannerFieldNames = (fields: readonly string[]): string => fields.map(bannerFieldName).join("、");

/** A field's value as versions and conflicts show it; null: none. */
export function bannerValueText(
  field: string,
  value: unknown,
  cityName: (code: string) => string,
): string | null {
  if (field === "cityCode") return typeof value === "string" ? cityName(value) : texts.allCities;
  if (typeof value !== "string" || value === "") return null;
  if (field === "fromTime" || field === "toTime") return formatShort(value);
  if (field === "position") return bannerPositions[value as ConsoleBanner["position"]];
  if (field === "tone") return texts.form.tones[value as ConsoleBanner["tone"]];
  return value.replaceAll("\n", " ");
}
