import { listShareHelpers, listShareResults, showShareSums } from "#contract/console/content/shares.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const TEST = "server/share/console/shares.routes.test.ts";
/** The generated things have no shared link; the test named shows the scope. */
const read = { scope: "none", scopeShownIn: TEST } as const;

/** Access of the calls about shared links. */
export const shareAccess: readonly AccessRow[] = [
  accessRow({ ...read, call: listShareResults, args: () => ({ filter: {} }) }),
  accessRow({ ...read, call: showShareSums, args: () => ({ filter: {} }) }),
  accessRow({ ...read, call: listShareHelpers, args: () => ({ shareId: "1/1" }) }),
];
