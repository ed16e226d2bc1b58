import { exitWithError, readConfig, SettingError, type Config } from "../../server/config.ts";
import { checkDataKeys, openKeyring } from "../../server/database/encryption/data-keys.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { migrate } from "../../server/database/migrations/migrate.ts";
import type { Keyring } from "../../server/database/encryption/keyring.ts";
import { withProcessNumber } from "../../server/database/process-number/process-number.ts";
import { requirePicturePlace } from "../../server/picture/index.ts";

export const embeddedDatabaseHint = "only the server process can open the embedded database";

/** Settings of an installation with PostgreSQL. */
export type InstallationConfig = Config & { readonly databaseUrl: string };

/** Reads the settings; exits if they name no PostgreSQL. @param hint advice for the embedded database */
export function readInstallationConfig(hint = embeddedDatabaseHint): InstallationConfig {
  const config = readConfig();
  const { databaseUrl } = config;
  if (databaseUrl === null) exitWithError(`DATABASE_URL is not set: ${hint}`);
  return { ...config, databaseUrl };
}

/** Exits with one line if a setting is invalid. */
async function exitOnSettingError<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SettingError) return exitWithError(`Setting ${error.message}`);
    throw error;
  }
}

/** Exits in production if the running servers keep their pictures where this command does not find them. */
export const requirePictures = (db: Database, config: Config): Promise<void> =>
  exitOnSettingError(() => requirePicturePlace(db, config));

/** Opens the installation's database with its data keys; a command never creates keys. */
export async function withInstallationDatabase<T>(
  config: InstallationConfig,
  run: (db: Database, keyring: Keyring) => Promise<T>,
): Promise<T> {
  const keyring = await exitOnSettingError(() => openKeyring(config, { mayCreate: false }));
  const { db } = await connectDatabase({ url: config.databaseUrl }, keyring);
  try {
    await exitOnSettingError(() => checkDataKeys(db, keyring));
    return await withProcessNumber(db, () => run(db, keyring));
  } finally {
    await db.destroy();
  }
}

/**
 * Migrates the installation's database as the first process of a release does, and registers its data keys; creates none,
 * because a key file of a container that ends would be lost. @param print receives a line each time it backs off
 */
export async function migrateInstallation(
  config: InstallationConfig,
  print: (line: string) => void,
): Promise<void> {
  const keyring = await exitOnSettingError(() => openKeyring(config, { mayCreate: false }));
  const { db } = await connectDatabase({ url: config.databaseUrl }, keyring);
  try {
    await exitOnSettingError(() => migrate(db, keyring, undefined, { print }));
    await exitOnSettingError(() => checkDataKeys(db, keyring));
  } finally {
    await db.destroy();
  }
}

/** Opens the installation's database without data keys, for commands that touch no encrypted column. */
export async function withDatabase<T>(
  { databaseUrl }: InstallationConfig,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const { db } = await connectDatabase({ url: databaseUrl });
  try {
    return await withProcessNumber(db, () => run(db));
  } finally {
    await db.destroy();
  }
}
