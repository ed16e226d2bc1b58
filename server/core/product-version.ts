import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readJsonFile } from "./text-files.ts";

const packageFile = join(fileURLToPath(new URL("../../", import.meta.url)), "package.json");
const packageFields = z.object({ version: z.string() });
let version: string | null = null;

/** The version of this release, as in package.json. */
export const productVersion = (): string =>
  (version ??= packageFields.parse(readJsonFile(packageFile)).version);
