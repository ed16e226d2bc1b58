import {
  checkAuditDay,
  downloadAuditDay,
  listAuditChoices,
  listAuditEntries,
  listAuditSeals,
} from "#contract/console/audit.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const none = { scope: "none" } as const;
const day = "2020-01-01";

/** Access of the calls about the audit log, requests about personal data, health and settings. */
export const watchAccess: readonly AccessRow[] = [
  accessRow({ ...none, call: listAuditEntries, args: () => ({ filter: {} }) }),
  accessRow({ ...none, call: listAuditChoices, args: () => ({}) }),
  accessRow({ ...none, call: listAuditSeals, args: () => ({}) }),
  accessRow({ ...none, call: checkAuditDay, args: () => ({ day }) }),
  accessRow({ ...none, call: downloadAuditDay, args: () => ({ day }) }),
];
