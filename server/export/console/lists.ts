import type { ExportListName } from "#contract/console/export/exports.ts";
import { activityLists } from "./activity-lists.ts";
import { basicLists } from "./basic-lists.ts";
import type { ExportList } from "./export-list.ts";
import { billLists, orderLists } from "./mall-lists.ts";
import { peopleLists } from "./people-lists.ts";
import { linkLists, watchLists } from "./watch-lists.ts";

/** Every list that can be exported. A new list of the console gets one entry here, and its name in the contract. */
export const exportListOf: Readonly<Record<ExportListName, ExportList>> = {
  ...activityLists,
  ...peopleLists,
  ...orderLists,
  ...billLists,
  ...basicLists,
  ...linkLists,
  ...watchLists,
};
