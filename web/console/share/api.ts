import {
  listShareHelpers,
  listShareResults,
  showShareSums,
  type ShareFilter,
} from "#contract/console/content/shares.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadShareRows = (args: OperatorArgs<typeof listShareResults>) => send(listShareResults, args);
export const loadShareSums = (filter: ShareFilter) => send(showShareSums, { filter });
export const loadHelpers = (shareId: string) => send(listShareHelpers, { shareId });

/** Keys of this area in the cache. */
export const shareKeys = {
  list: listShareResults.name,
  sums: showShareSums.name,
  helpers: (id: string) => [listShareHelpers.name, id] as const,
};
