import { consoleActivityTexts } from "./activity/messages.ts";
import { operatorMessages } from "./operators/messages.ts";
import type { SearchSource } from "./shell/index.ts";

/** Things that the search of the head finds, by area; each area's part is loaded when it is first searched. */
export const searchSources: readonly SearchSource[] = [
  {
    label: consoleActivityTexts.noun,
    right: "activity.read",
    find: async (text) => (await import("./activity/search.ts")).searchActivities(text),
  },
  {
    label: operatorMessages.title,
    right: "operator.read",
    find: async (text) => (await import("./operators/search.ts")).searchOperators(text),
  },
];
