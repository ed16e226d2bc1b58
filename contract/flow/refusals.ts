import type { RefusalName } from "../core/errors.ts";

/** Refusals of the flow engine for an attempt (contract section 2). */
export const flowRefusals = [
  "mobileRequired",
  "taskRequired",
  "noPermission",
  "notEligible",
  "flowBranch",
  "captchaRequired",
  "queryFailed603",
  "queryFailed604",
  "queryFailed605",
  "executionFailed606",
  "executionFailed608",
  "flowDisabled",
  "taskFailed",
  "systemFailed",
] as const satisfies readonly RefusalName[];
