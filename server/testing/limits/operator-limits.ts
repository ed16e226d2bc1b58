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
];
