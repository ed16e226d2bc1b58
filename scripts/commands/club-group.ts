import { readFileSync } from "node:fs";
import { exitWithError, readConfig } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import {
  closeGroup,
  createGroup,
  groupPlan,
  type GroupPlan,
} from "../../server/club/group/group-admin-store.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { runForPerson } from "./cli-person-store.ts";

/*
 * Groups of the car club in an operator's hands (docs/club.md "Group leaders"): `npm run -s club-group -- create
 * group.json` makes the group that the file describes, led by whom standard input names (a mobile or a user's
 * id), `npm run -s club-group -- close GROUP_ID` closes one for good.
 */
const usage = [
  "usage: echo MOBILE_OR_USER_ID | npm run -s club-group -- create GROUP.json",
  "       npm run -s club-group -- close GROUP_ID",
].join("\n");
const embedded = "the embedded database is its process's alone";
const refusals = {
  noOwner: "who shall lead it is no verified car owner",
  tooManyGroups: "who shall lead it is in as many groups as one may be",
  unknownSeries: "there is no such series",
  nameTaken: "there is a group of that name",
  noGroup: "there is no such group",
} as const;

/** Reads the description of a group; ends where it is none. */
function planIn(path: string): GroupPlan {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    exitWithError(`${path} is no JSON file`);
  }
  const parsed = groupPlan.safeParse(read);
  if (parsed.success) return parsed.data;
  exitWithError(
    `${path}: ${parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ")}`,
  );
}

async function close(groupId: string): Promise<void> {
  const { databaseUrl } = readConfig();
  if (databaseUrl === null) exitWithError(`DATABASE_URL is not set: ${embedded}`);
  const { db } = await connectDatabase({ url: databaseUrl });
  try {
    const outcome = await closeGroup({ db, clock: createClock(), by: commandLineActor }, groupId);
    if (outcome === "noGroup") exitWithError(refusals.noGroup);
    process.stdout.write(`${outcome}\n`);
  } finally {
    await db.destroy();
  }
}

const [what, about = ""] = process.argv.slice(2);
if (what === "close" && /^\d{1,19}$/.test(about)) await close(about);
else if (what === "create" && about !== "") {
  const plan = planIn(about);
  await runForPerson(embedded, async (userId, db) => {
    const made = await createGroup({ db, clock: createClock(), by: commandLineActor }, plan, userId);
    return typeof made === "string" ? exitWithError(refusals[made]) : made.groupId;
  });
} else exitWithError(usage);
