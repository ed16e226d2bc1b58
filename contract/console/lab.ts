import type { OperatorRole } from "./rights.ts";

/** Login name of the operator of a role in demo data and in the environment lab, which logs in without a credential. */
export const labLogin = (role: OperatorRole): string => `lab.${role}`;
