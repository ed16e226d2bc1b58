import { activityFieldLabels } from "#contract/console/activity/labels.ts";
import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { consoleActivityTexts as texts } from "./messages.ts";

const timeFields: ReadonlySet<string> = new Set(["startTime", "endTime", "signUpStartTime", "signUpEndTime"]);
const MAX_LENGTH = 200;

/** Name of a field, also of a place within it: “sessions.1.quota”. */
export const fieldLabel = (place: string): string => {
  const [name = ""] = place.split(".");
  return (activityFieldLabels as Readonly<Record<string, string>>)[name] ?? name;
};
export const fieldLabels = (fields: readonly string[]): string =>
  [...new Set(fields.map(fieldLabel))].join("、");

/** The sponsor as the list shows it: 总部, or the region. */
export const sponsorLabel = (level1: string, level2: string | null): string =>
  level1 === "107001"
    ? texts.headquarters
    : ((sponsorLevels2 as Readonly<Record<string, string>>)[level2 ?? ""] ?? texts.region);

const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

type Named = { title?: unknown; name?: unknown; label?: unknown; startTime?: unknown; quota?: unknown };
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
/** One entry of a list, in a few words. */
function itemText(item: unknown): string {
  if (typeof item !== "object" || item === null) return textOf(item);
  const { title, name, label, startTime, quota } = item as Named;
  if (typeof startTime === "string") return `${formatShort(startTime)} × ${textOf(quota)}`;
  return textOf(title ?? name ?? label ?? item);
}

/** A field's value as diffs and conflicts show it; null: no value. */
export function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (timeFields.has(field) && typeof value === "string")
    return Number.isNaN(Date.parse(value)) ? value : formatShort(value);
  if (field === "businessType") return businessTypes[value as keyof typeof businessTypes] ?? textOf(value);
  if (field === "sponsorLevel1") return sponsorLabel(textOf(value), null);
  if (field === "sponsorLevel2") return sponsorLabel("", textOf(value));
  if (field === "isPublished") return value === true ? texts.shown.true : texts.shown.false;
  if (field === "content") return cut(plainText(textOf(value)));
  if (Array.isArray(value)) return value.length === 0 ? null : cut(value.map(itemText).join("；"));
  if (typeof value === "object")
    return cut(
      Object.entries(value)
        .map(([, one]) => (typeof one === "boolean" ? (one ? texts.yes : texts.no) : textOf(one)))
        .join("；"),
    );
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  return cut(textOf(value));
}
