import { exitWithError } from "../../server/config.ts";
import { migrateInstallation, readInstallationConfig } from "./cli-database.ts";

/*
 * Migrates the database and ends, for installations that do so before a rollout (docs/operation.md "Kubernetes"); a
 * database that is migrated already stays as it is. Every process does the same at its start.
 */
if (process.argv.length > 2) exitWithError("usage: npm run migrate");
const config = readInstallationConfig("the server migrates the embedded database at its start");
await migrateInstallation(config, (line) => void process.stdout.write(`${line}\n`));
process.stdout.write("the database is migrated\n");
