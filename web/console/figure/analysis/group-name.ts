import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import type { FigureGroup } from "#contract/console/figures.ts";
import { UNKNOWN } from "../figure-query.ts";
import { figurePageMessages as texts } from "../messages.ts";

/** Name of a filter of the pages by the group that it narrows. */
const filterNames: Readonly<Record<FigureGroup, string>> = {
  dealer: "dealer",
  businessType: "type",
  channel: "channel",
  host: "host",
  city: "city",
  activity: "activity",
  region: "region",
};
/** Filter and its value that leave one group alone. */
export const narrowTo = (by: FigureGroup, group: string): { name: string; values: string[] } => ({
  name: filterNames[by],
  values: [group === "" ? UNKNOWN : group],
});

/** Name of a group: the server's, else that of its code; 未知 for what is not known. */
export function groupNameOf(
  by: FigureGroup,
  { group, name }: { group: string; name: string | null },
  cityName: (code: string) => string,
): string {
  if (group === "") return texts.unknown;
  if (name !== null) return name;
  if (by === "host") return texts.hosts[group] ?? group;
  if (by === "city") return cityName(group);
  if (by === "businessType") return businessTypes[Number(group) as keyof typeof businessTypes] ?? group;
  return by === "region" ? (sponsorLevels2[group as keyof typeof sponsorLevels2] ?? group) : group;
}
