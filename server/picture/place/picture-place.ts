import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { prepareDataDir, SettingError } from "../../config.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { describeOtherPlace, findOtherPlace, type OwnPlace } from "./find-other-place.ts";
import { placeFiles } from "./place-files.ts";
import { placeStore } from "./place-store.ts";

/** Interval of new tokens, ms: two of them must pass before a copy of the folder can be started. */
const INTERVAL = 20_000;
/** Process id of a command, which keeps no place. */
const NO_PROCESS = "00000000-0000-0000-0000-000000000000";

type PlaceContext = Pick<AppContext, "db" | "processId" | "log"> & {
  readonly config: OwnPlace & { readonly isProduction: boolean };
};
export type RegisteredPlace = {
  /** Writes the next token; logs an error if another server keeps pictures elsewhere. */
  renew(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Registers where this server keeps its pictures.
 * @throws SettingError in production, if another running server keeps them where this one cannot read them; elsewhere
 * that is a line in the log
 */
export async function registerPicturePlace({
  db,
  processId,
  log,
  config,
}: PlaceContext): Promise<RegisteredPlace> {
  const files = placeFiles(config.dataDir);
  const bucketUrl = config.pictureBucket?.url ?? null;
  if (bucketUrl === null) prepareDataDir(config.dataDir);
  /** Token in the process's file. */
  let written: string | null = null;
  const writeFile = async (token: string): Promise<void> => {
    if (bucketUrl !== null) return;
    await files.write(processId, token);
    written = token;
  };
  const holderOf = (token: string) => ({
    processId,
    host: hostname(),
    bucketUrl,
    tokens: bucketUrl !== null ? [] : [token, ...(written === null ? [] : [written])],
  });
  const report = (message: string): void => log.error({ problem: message }, "pictures kept in two places");

  await inTransaction(db, async (transaction) => {
    const store = placeStore(transaction);
    await store.lockRegistration();
    await store.removeEnded();
    const other = await findOtherPlace(store, processId, config);
    if (other !== null) {
      const message = describeOtherPlace(other, config);
      if (config.isProduction) throw new SettingError(message);
      report(message);
    }
    // Writes the file first: whoever sees the row must find its token.
    const token = randomUUID();
    await writeFile(token);
    await store.write(holderOf(token));
  });
  if (bucketUrl === null) await files.removeEnded();
  const store = placeStore(db);
  return {
    async renew() {
      // Writes the row first: it names the last token, too, which the file has until then.
      const token = randomUUID();
      await store.write(holderOf(token));
      await writeFile(token);
      const other = await findOtherPlace(store, processId, config);
      if (other !== null) report(describeOtherPlace(other, config));
    },
    async remove() {
      await files.remove(processId);
      await store.remove(processId);
    },
  };
}

/** Registers the place until the server is closed. An embedded database has one server only. @throws SettingError */
export async function holdPicturePlace(app: FastifyInstance, context: AppContext): Promise<void> {
  if (context.databaseKind === "pglite") return;
  const place = await registerPicturePlace(context);
  const renewal = runPeriodically(INTERVAL, () => place.renew(), context.log);
  app.addHook("onClose", async () => {
    renewal.stop();
    // Without the database the place ends with the process's lease.
    await place.remove().catch(() => undefined);
  });
}

/**
 * Checks that a command finds the pictures of the running servers. @throws SettingError in production, if a server
 * keeps them elsewhere
 */
export async function requirePicturePlace(
  db: Database,
  config: OwnPlace & { readonly isProduction: boolean },
): Promise<void> {
  const other = config.isProduction ? await findOtherPlace(placeStore(db), NO_PROCESS, config) : null;
  if (other !== null) throw new SettingError(describeOtherPlace(other, config));
}
