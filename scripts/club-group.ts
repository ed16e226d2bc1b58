import { readFileSync } from "node:fs";
import { exitWith, readConfig } from "../server/config.ts";
import { createClock } from "../server/clock.ts";
import { closeGroup, createGroup, groupPlan, type GroupPlan } from "../server/community/group-command.ts";
import { aCommand } from "../server/database/audit.ts";
import { openDatabase } from "../server/database/database.ts";
import { aboutSomebody } from "./who.ts";

/*
 * Groups of the car club in an operator's hands (docs/car-club.md "Who leads"): `npm run -s club-group -- create
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
    exitWith(`${path} is no JSON file`);
  }
  const parsed = groupPlan.safeParse(read);
  if (parsed.success) return parsed.data;
  exitWith(
    `${path}: ${parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ")}`,
  );
}

async function close(groupId: string): Promise<void> {
  const { databaseUrl } = readConfig();
  if (databaseUrl === null) exitWith(`DATABASE_URL is not set: ${embedded}`);
  const { db } = await openDatabase({ url: databaseUrl });
  try {
    const outcome = await closeGroup({ db, clock: createClock(), by: aCommand }, groupId);
    if (outcome === "noGroup") exitWith(refusals.noGroup);
    process.stdout.write(`${outcome}\n`);
  } finally {
    await db.destroy();
  }
}

const [what, about = ""] = process.argv.slice(2);
if (what === "close" && /^\d{1,19}$/.test(about)) await close(about);
else if (what === "create" && about !== "") {
  const plan = planIn(about);
  await aboutSomebody(embedded, async (userId, db) => {
    const made = await createGroup({ db, clock: createClock(), by: aCommand }, plan, userId);
    return typeof made === "string" ? exitWith(refusals[made]) : made.groupId;
  });
} else exitWith(usage);
