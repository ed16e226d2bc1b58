import { defineCall } from "../core/call.ts";
import { divisionCode, upTo } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import * as z from "zod/mini";

/** Kinds of things that a search finds; an activity is `offline` or `online`, as its page. */
const suggestionKinds = ["offline", "online", "dealer", "series", "group", "district"] as const;
const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  /** Id, code of a car series, or code of a district. */
  id: z.string(),
  title: z.string(),
  /** Second line: the place, the address, the number of members or the city; may be empty. */
  note: z.string(),
});
export type Suggestion = z.output<typeof suggestion>;

/**
 * Suggestions while a keyword is typed: a few activities, dealers, car series, groups of the club and districts, those
 * of the city first. Districts are found with any suffix, in pinyin and by its initials. Addition to the specification
 * (requirement K29).
 */
export const listSuggestions = defineCall({
  name: "listSuggestions",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/suggestions"],
  audience: "anyone",
  args: z.object({
    keyword: z.string().check(upTo(limits.maxKeywordLength, "搜索词太长")),
    cityCode: z.optional(divisionCode),
  }),
  result: z.object({ list: z.array(suggestion) }),
  refusals: [],
});
