import { callLimits } from "#contract/core/call-limits.ts";
import type { RowValues } from "./limit-row.ts";

/** Limits of the operator console. */
export const operatorRows: readonly RowValues[] = [
  [
    "wrong logins of an operator",
    "5, then 15 min",
    "operator, factor",
    "strangers, for passwords",
    "console/login/failure-store.ts#take",
    "server/console/login/login.routes.test.ts",
  ],
  [
    "wrong logins of a network",
    "20, then 15 min",
    "network",
    "callers of the network",
    "console/login/failure-store.ts#take",
    "server/console/login/login.routes.test.ts",
  ],
  [
    "views of a list",
    "50",
    "operator",
    "the operator",
    "console/views/store.ts#lockOwner",
    "server/console/views/views.routes.test.ts",
  ],
  [
    "files of an operator that are being made",
    "5",
    "operator",
    "the operator",
    "export/console/export-store.ts#insertExport",
    "server/testing/exports/exports.routes.test.ts",
  ],
  [
    "rows of a file with whole mobiles",
    "500",
    "file",
    "the operator",
    "export/console/runner.ts#MAX_FULL_EXPORT_ROWS",
    "server/testing/exports/exports.routes.test.ts",
  ],
  [
    "pictures that an operator uploads",
    `${callLimits.picture.operatorUploadsPerHour} in 1 h`,
    "operator",
    "the operator",
    "database/shared-tables/limit-count.ts#take",
    "server/picture/console.routes.test.ts",
  ],
  [
    "notes of a guest",
    "100",
    "user, activity",
    "operators",
    "signup/console/guest-detail-store.ts#insertGuestNote",
    "server/signup/console/guest-acts.routes.test.ts",
  ],
  [
    "notes of an order",
    "100",
    "order",
    "operators",
    "order/console/detail-store.ts#addConsoleNote",
    "server/order/console/orders.routes.test.ts",
  ],
  [
    "mobiles that an operator reveals",
    "100 in 1 h, 300 in 24 h",
    "operator",
    "the operator",
    "database/shared-tables/person-reveals.ts#REVEALS_PER_HOUR",
    "server/signup/console/guests.routes.test.ts",
  ],
];
