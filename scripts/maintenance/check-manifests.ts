// Checks rendered manifests, of deploy/kubernetes/example or of your own overlay; prints the faults:
//   kubectl kustomize deploy/kubernetes/example | node scripts/maintenance/check-manifests.ts
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { projectRoot } from "../release/run-tool.ts";
import { findManifestFaults, settingNames } from "./manifests/find-faults.ts";

const settings = settingNames(readFileSync(`${projectRoot}.env.example`, "utf8"));
const faults = findManifestFaults(await text(process.stdin), settings);
for (const fault of faults) process.stdout.write(`FAIL ${fault}\n`);
process.stdout.write(faults.length === 0 ? "ok   the manifests\n" : `${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
