import { exitWithError } from "../../server/config.ts";
import { readJsonFile, TextFileError, unstorableTexts } from "../../server/core/text-files.ts";
import { createClock } from "../../server/core/clock.ts";
import { closeGroup, createGroup } from "../../server/club/group/group-admin-store.ts";
import { groupPlan, type GroupPlan } from "../../server/club/group/group-plan.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { embeddedDatabaseHint, readInstallationConfig, withDatabase } from "./cli-database.ts";
import { runForPerson } from "./cli-person.ts";

/*
 * Creates and closes groups of the car club (docs/club.md "Group leaders"): `npm run -s club-group -- create
 * group.json` creates the group described in the file, led by the person on standard input (a mobile or a user
 * id), `npm run -s club-group -- close GROUP_ID` closes one permanently.
 */
const usage = [
  "usage: echo MOBILE_OR_USER_ID | npm run -s club-group -- create GROUP.json",
  "       npm run -s club-group -- close GROUP_ID",
].join("\n");
const refusals = {
  noOwner: "the leader is not a verified car owner",
  tooManyGroups: "the leader is already in the maximum number of groups",
  unknownSeries: "there is no such series",
  nameTaken: "a group with this name exists",
  noGroup: "there is no such group",
} as const;

/** Reads the description of a group; exits if it is invalid. */
function readGroupPlan(path: string): GroupPlan {
  let content: unknown;
  try {
    content = readJsonFile(path);
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    exitWithError(`${path}: ${error.message}`);
  }
  const [broken] = unstorableTexts(content);
  if (broken) exitWithError(`${path}: ${broken.map(String).join(".")}: has half a character`);
  const parsed = groupPlan.safeParse(content);
  if (parsed.success) return parsed.data;
  exitWithError(
    `${path}: ${parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ")}`,
  );
}

async function close(groupId: string): Promise<void> {
  await withDatabase(readInstallationConfig(), async (db) => {
    const outcome = await closeGroup({ db, clock: createClock(), by: commandLineActor }, groupId);
    if (outcome === "noGroup") exitWithError(refusals.noGroup);
    process.stdout.write(`${outcome}\n`);
  });
}

const [command, target = ""] = process.argv.slice(2);
if (command === "close" && /^\d{1,19}$/.test(target)) await close(target);
else if (command === "create" && target !== "") {
  const plan = readGroupPlan(target);
  await runForPerson(embeddedDatabaseHint, async (userId, db) => {
    const created = await createGroup({ db, clock: createClock(), by: commandLineActor }, plan, userId);
    return typeof created === "string" ? exitWithError(refusals[created]) : created.groupId;
  });
} else exitWithError(usage);
