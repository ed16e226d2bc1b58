import { boundaries } from "./imports/boundaries.ts";
import { contractCoverage } from "./code/contract-coverage.ts";
import { cycles } from "./imports/cycles.ts";
import { globals } from "./code/globals.ts";
import { leaks } from "./repository/leaks.ts";
import { licences } from "./repository/licences.ts";
import type { ProjectCheck } from "./project.ts";
import { settings } from "./repository/settings.ts";
import { exportedNames } from "./code/exported-names.ts";
import { folders } from "./code/folders.ts";
import { fileSizes } from "./code/sizes.ts";
import { styles } from "./code/styles.ts";
import { sqlInStores } from "./code/sql-in-stores.ts";
import { suppressions } from "./code/suppressions.ts";
import { dateFormats } from "./texts/date-formats.ts";
import { comments } from "./texts/comments.ts";
import { inputLengths } from "./texts/input-lengths.ts";
import { phrases } from "./texts/phrases.ts";
import { words } from "./texts/words.ts";
import { chineseTexts } from "./texts/chinese-texts.ts";
import { assessmentSums } from "./references/assessment-sums.ts";
import { references } from "./references/references.ts";
import { typeProjects } from "./repository/type-projects.ts";

/** Every check of the project's shape, in the order they are run. */
export const checks: readonly ProjectCheck[] = [
  boundaries,
  cycles,
  globals,
  fileSizes,
  folders,
  exportedNames,
  sqlInStores,
  suppressions,
  styles,
  chineseTexts,
  comments,
  dateFormats,
  inputLengths,
  words,
  phrases,
  contractCoverage,
  references,
  assessmentSums,
  settings,
  typeProjects,
  licences,
  leaks,
];
