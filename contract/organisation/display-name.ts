import { trialStatus, trialSuffix } from "../core/limits.ts";
import type { Organisation } from "./organisation.ts";

/** Display name of a dealer: a trial dealer has the suffix, once (requirement K14). */
export const dealerDisplayName = ({ name, status }: Pick<Organisation, "name" | "status">): string =>
  status === trialStatus && !name.endsWith(trialSuffix) ? name + trialSuffix : name;
