import { boundaries } from "./boundaries.ts";
import { contractCoverage } from "./contract-coverage.ts";
import { cycles } from "./cycles.ts";
import { globals } from "./globals.ts";
import { leaks } from "./leaks.ts";
import { licences } from "./licences.ts";
import type { Check } from "./project.ts";
import { reachability } from "./reachability.ts";
import { settings } from "./settings.ts";
import { sizes } from "./sizes.ts";
import { suppressions } from "./suppressions.ts";
import { texts } from "./texts.ts";
import { typeProjects } from "./type-projects.ts";

/** Every check of the project's shape, in the order they are run. */
export const checks: readonly Check[] = [
  boundaries,
  cycles,
  reachability,
  globals,
  sizes,
  suppressions,
  texts,
  contractCoverage,
  settings,
  typeProjects,
  licences,
  leaks,
];
