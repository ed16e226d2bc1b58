/**
 * Writes the list of shipped packages into NOTICE, below its hand-written part. Run it after adding or
 * removing a dependency: `node scripts/maintenance/make-notice.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { noticeLines } from "../../checks/repository/licences.ts";
import { readProject } from "../../checks/project.ts";

const HEADING = "Packages that ship with the product";
const root = fileURLToPath(new URL("../..", import.meta.url));
const file = `${root}NOTICE`;
const [written = ""] = readFileSync(file, "utf8").split(HEADING);
writeFileSync(file, `${written}${HEADING}\n\n${noticeLines(readProject(root)).join("\n")}\n`);
