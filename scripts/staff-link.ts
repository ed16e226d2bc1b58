import { WEB_BASE } from "#contract/web-base.ts";
import { exitWith, readConfig } from "../server/config.ts";
import { createClock } from "../server/clock.ts";
import { aCommand } from "../server/database/audit.ts";
import { openDatabase, type Database } from "../server/database/database.ts";
import { createStaffLinks } from "../server/database/staff-links.ts";

/*
 * Staff links of a running installation: makes one and prints it, once
 * (`npm run staff-link -- compose 1000… 30`), lists those made, revokes one. It needs the installation's
 * own settings (.env) and PostgreSQL: the embedded database is one process's.
 */
const usage = [
  "usage: npm run staff-link -- check-in|compose ACTIVITY_ID [DAYS], or: complaints [DAYS]",
  "       npm run staff-link -- list check-in|compose|complaints",
  "       npm run staff-link -- revoke check-in|compose|complaints LINK_ID",
].join("\n");
const kinds = {
  "check-in": { table: "check_in_link", path: "check-in" },
  compose: { table: "compose_link", path: "compose" },
  complaints: { table: "complaint_link", path: "club/complaints" },
} as const;
type Kind = keyof typeof kinds;
const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

type Wish = { readonly kind: Kind } & (
  | { readonly act: "list" }
  | { readonly act: "revoke"; readonly linkId: string }
  | { readonly act: "make"; readonly scope: { readonly activity_id?: string }; readonly days: number }
);
const isId = (text = ""): boolean => /^\d{1,19}$/.test(text);

/** What the command was told; null where it says nothing known. */
function wished([first = "", ...rest]: readonly string[]): Wish | null {
  const [kind = "", linkId = ""] = rest;
  if (first === "list") return isKind(kind) ? { act: "list", kind } : null;
  if (first === "revoke") return isKind(kind) && isId(linkId) ? { act: "revoke", kind, linkId } : null;
  if (!isKind(first)) return null;
  const activityId = first === "complaints" ? undefined : rest.shift();
  const [days = "30"] = rest;
  if (!/^\d{1,3}$/.test(days)) return null;
  if (first === "complaints") return { act: "make", kind: first, scope: {}, days: Number(days) };
  if (activityId === undefined || !isId(activityId)) return null;
  return { act: "make", kind: first, scope: { activity_id: activityId }, days: Number(days) };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function carryOut(wish: Wish, db: Database, origin: string): Promise<string> {
  const { table, path } = kinds[wish.kind];
  const links = createStaffLinks<Record<string, string>>({ db, clock: createClock(), by: aCommand }, table);
  if (wish.act === "make") return `${origin}${WEB_BASE}${path}#${await links.add(wish.scope, wish.days)}`;
  if (wish.act === "revoke")
    return (await links.revoke(wish.linkId)) ? "revoked" : "no such link, or revoked before";
  const listed = (await links.list()).map(({ linkId, createdTime, expiresTime, isRevoked }) =>
    [linkId, `made ${dayOf(createdTime)}`, isRevoked ? "revoked" : `good until ${dayOf(expiresTime)}`].join(
      "  ",
    ),
  );
  return listed.length === 0 ? "none" : listed.join("\n");
}

async function run(): Promise<string> {
  const wish = wished(process.argv.slice(2)) ?? exitWith(usage);
  const config = readConfig();
  if (config.databaseUrl === null)
    exitWith("DATABASE_URL is not set: links of the embedded database are made at /lab");
  if (config.publicOrigin === null) exitWith("PUBLIC_ORIGIN is not set: the link has no address");
  const { db } = await openDatabase({ url: config.databaseUrl });
  try {
    return await carryOut(wish, db, config.publicOrigin);
  } finally {
    await db.destroy();
  }
}
process.stdout.write(`${await run()}\n`);
