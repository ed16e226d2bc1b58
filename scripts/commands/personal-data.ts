import { exitWithError, type Config } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { openPictureRepository } from "../../server/picture/index.ts";
import { eraseUser } from "../../server/privacy/erase-user.ts";
import { createPersonalDataExport } from "../../server/privacy/routes.ts";
import { removeDue } from "../../server/picture/index.ts";
import { runForPerson } from "./cli-person-store.ts";

/*
 * Requests about personal data that reach the maker by telephone or letter (docs/operation.md "Personal
 * data"): `npm run -s personal-data -- export` prints everything that is held about somebody as JSON,
 * `npm run -s personal-data -- erase` erases them.
 */
const usage = "usage: echo MOBILE_OR_USER_ID | npm run -s personal-data -- export|erase";

async function carryOut(
  what: "export" | "erase",
  userId: string,
  db: Database,
  config: Config,
): Promise<string> {
  const clock = createClock();
  const context = { db, databaseKind: "postgres", clock } as const;
  if (what === "erase") {
    const log = { warn: () => console.error("a file was not deleted; the server tries again") };
    const pictures = openPictureRepository({ config, log });
    const deleteDueFiles = async (): Promise<void> =>
      void (await removeDue({ db, clock, log }, (key) => pictures.remove(key)));
    // The database is a server's (who.ts). Behaviour of half a year is looked through: that takes what it takes.
    const isErased = await eraseUser(
      context,
      { deleteDueFiles, patience: Infinity },
      userId,
      commandLineActor,
    );
    return isErased ? "erased" : "erased before";
  }
  // An address of ten minutes is of no use in a letter: pictures are named by their keys in the storage.
  const uploads = { urlsOf: () => Promise.resolve(new Map<string, string>()) };
  const terms = { most: Infinity, patience: Infinity };
  return JSON.stringify(
    await createPersonalDataExport(context, { uploads }, { userId, by: commandLineActor }, terms),
    null,
    2,
  );
}

const [what] = process.argv.slice(2);
if (what !== "export" && what !== "erase") exitWithError(usage);
await runForPerson("with the embedded database people do it themselves, under 我的", (userId, db, config) =>
  carryOut(what, userId, db, config),
);
