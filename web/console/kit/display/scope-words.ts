import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { kitMessages } from "../messages.ts";

const businessNames = new Map(Object.entries(businessTypes).map(([type, name]) => [Number(type), name]));

/** Extent of a grant in words: 区域 · 华东区 · 新车试驾. Dealers are counted, since their names need a call. */
export function scopeWords(scope: GrantScope): string {
  const parts: string[] = [];
  if (scope.sponsorLevel1 !== "*")
    parts.push(...scope.sponsorLevel1.map((level) => kitMessages.sponsorLevels[level]));
  if (scope.sponsorLevel2 !== "*")
    parts.push(scope.sponsorLevel2.map((code) => sponsorLevels2[code]).join("、"));
  if (scope.businessType !== "*")
    parts.push(scope.businessType.map((type) => businessNames.get(type) ?? "").join("、"));
  if (scope.dealers !== "*") parts.push(kitMessages.dealerCount(scope.dealers.length));
  return parts.length === 0 ? kitMessages.everywhere : parts.join(" · ");
}
