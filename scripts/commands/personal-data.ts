import { Refusal } from "#contract/core/errors.ts";
import { exitWithError, type Config } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { openPictureRepository } from "../../server/picture/index.ts";
import { eraseUser } from "../../server/privacy/erase-user.ts";
import { createPersonalDataExport } from "../../server/privacy/routes.ts";
import { removeDue } from "../../server/picture/index.ts";
import { requirePictures } from "./cli-database.ts";
import { runForPerson } from "./cli-person.ts";

/*
 * Handles requests about personal data that arrive by telephone or letter (docs/operation.md "Personal data"):
 * `npm run -s personal-data -- export` prints all data stored about a person as JSON, `npm run -s personal-data
 * -- erase` erases them.
 */
const usage = "usage: echo MOBILE_OR_USER_ID | npm run -s personal-data -- export|erase";

async function handleRequest(
  request: "export" | "erase",
  userId: string,
  db: Database,
  config: Config,
): Promise<string> {
  const clock = createClock();
  const context = { db, databaseKind: "postgres", clock, config } as const;
  if (request === "erase") {
    // The files of another folder would count as deleted.
    await requirePictures(db, config);
    const log = { warn: () => console.error("file not deleted, the server will retry") };
    const pictures = openPictureRepository({ config, log });
    const deleteDueFiles = async (): Promise<void> =>
      void (await removeDue({ db, clock, log }, (key) => pictures.remove(key)));
    // Searching the events of half a year may take long; a command may wait for it.
    // The server asks the payment channels of orders that are being cancelled; the command is repeated then.
    const isErased = await eraseUser(
      context,
      { deleteDueFiles, eventTimeout: Infinity },
      userId,
      commandLineActor,
    ).catch((error: unknown) => {
      if (error instanceof Refusal) exitWithError(error.message);
      throw error;
    });
    return isErased ? "erased" : "already erased";
  }
  // Addresses that are valid for ten minutes are useless in a letter: pictures are named by their storage keys.
  const uploads = { urlsOf: () => Promise.resolve(new Map<string, string>()) };
  const terms = { maxPerDay: Infinity, eventTimeout: Infinity };
  return JSON.stringify(
    await createPersonalDataExport(context, { uploads }, { userId, by: commandLineActor }, terms),
    null,
    2,
  );
}

const [request] = process.argv.slice(2);
if (request !== "export" && request !== "erase") exitWithError(usage);
await runForPerson("with the embedded database people use the page 我的", (userId, db, config) =>
  handleRequest(request, userId, db, config),
);
