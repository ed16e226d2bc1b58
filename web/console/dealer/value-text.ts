import type { DealerPlaces } from "#contract/console/basics/dealers.ts";
import { dealerPageMessages as texts } from "./messages.ts";

/** Label of a field of a dealer or series. */
export const basicFieldLabel = (name: string): string => texts.fields[name] ?? name;
export const basicFieldLabels = (names: readonly string[]): string => names.map(basicFieldLabel).join("、");

/** Value of a field as text; null: empty. @param places names of provinces and cities */
export function basicValueText(name: string, value: unknown, places?: DealerPlaces): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? texts.history.yes : texts.history.no;
  const text = String(value as string | number);
  if (name === "status") return texts.statuses[text] ?? text;
  const provinces = places?.provinces ?? [];
  if (name === "provinceCode") return provinces.find(({ code }) => code === text)?.name ?? text;
  if (name === "cityCode")
    return provinces.flatMap(({ cities }) => cities).find(({ code }) => code === text)?.name ?? text;
  return text;
}
