import { WEB_BASE } from "#contract/web-base.ts";
import { exitWith, readConfig } from "../server/config.ts";
import { createClock } from "../server/clock.ts";
import { aCommand } from "../server/database/audit.ts";
import { openDatabase } from "../server/database/database.ts";
import { newId } from "../server/ids.ts";
import { newToken } from "../server/secrets.ts";
import { complaintLinkStore } from "../server/community/complaints-store.ts";
import { linkStore } from "../server/check-in/link-store.ts";
import { composeLinkStore } from "../server/compose/store.ts";

/*
 * Makes a staff link of a running installation and prints it, once: `npm run staff-link -- compose 1000… 30`.
 * It needs the installation's own settings (.env) and PostgreSQL: the embedded database is one process's.
 */
const DAY = 86_400_000;
const usage = "usage: npm run staff-link -- check-in|compose ACTIVITY_ID [DAYS], or: complaints [DAYS]";

/** What the command was told; of complaints there is no activity. */
function wished(): { what: string; activityId: string; days: string } {
  const [what = "", ...rest] = process.argv.slice(2);
  const [activityId = "", days = "30"] = what === "complaints" ? ["0", ...rest] : rest;
  const isKnown = ["check-in", "compose", "complaints"].includes(what);
  if (!isKnown || !/^\d{1,19}$/.test(activityId) || !/^\d{1,3}$/.test(days)) exitWith(usage);
  return { what, activityId, days };
}

async function make(): Promise<string> {
  const { what, activityId, days } = wished();
  const config = readConfig();
  if (config.databaseUrl === null)
    exitWith("DATABASE_URL is not set: links of the embedded database are made at /lab");
  if (config.publicOrigin === null) exitWith("PUBLIC_ORIGIN is not set: the link has no address");
  const { db } = await openDatabase({ url: config.databaseUrl });
  const token = newToken();
  const now = new Date(createClock().now());
  const expires = new Date(now.getTime() + Number(days) * DAY);
  const made = { by: aCommand, now, expires };
  try {
    if (what === "complaints") await complaintLinkStore(db).add({ linkId: newId(), token, ...made });
    else if (what === "compose")
      await composeLinkStore(db).add({ linkId: newId(), token, activityId, ...made });
    else
      await linkStore(db).addLink(
        newId(),
        token,
        { activity_id: activityId, session_id: null, dealer_id: null },
        made,
      );
  } finally {
    await db.destroy();
  }
  const path = what === "complaints" ? "club/complaints" : what;
  return `${config.publicOrigin}${WEB_BASE}${path}#${token}`;
}
process.stdout.write(`${await make()}\n`);
