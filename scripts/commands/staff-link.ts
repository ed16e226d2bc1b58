import { parseArgs } from "node:util";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { exitWithError, readConfig } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { checkInLinkProblem as checkInHindrance } from "../../server/check-in/store.ts";
import { whyNotComposable as composeHindrance } from "../../server/compose/store.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { createStaffLinks } from "../../server/database/shared-tables/staff-links.ts";
import { leadLinkProblem as leadsHindrance } from "../../server/lead/desk/store.ts";

/*
 * Staff links of a running installation: makes one and prints it, once
 * (`npm run staff-link -- compose 1000… 30`, `check-in 1000… --dealer 2001` for one dealer's guests), lists those
 * made, revokes one. It needs the installation's
 * own settings (.env) and PostgreSQL: the embedded database is one process's.
 */
const usage = [
  "usage: npm run staff-link -- check-in ACTIVITY_ID [DAYS] [--dealer ID] [--session ID]",
  "       npm run staff-link -- leads ACTIVITY_ID [DAYS] [--dealer ID]",
  "       npm run staff-link -- compose ACTIVITY_ID [DAYS], or: complaints [DAYS]",
  "       npm run staff-link -- list check-in|compose|complaints|leads",
  "       npm run staff-link -- revoke check-in|compose|complaints|leads LINK_ID",
].join("\n");
const kinds = {
  "check-in": { table: "check_in_link", path: "check-in" },
  compose: { table: "compose_link", path: "compose" },
  complaints: { table: "complaint_link", path: "club/complaints" },
  leads: { table: "lead_link", path: "check-in/leads" },
} as const;
type Kind = keyof typeof kinds;
const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

type Scope = Readonly<Record<string, string | null>>;
type StaffLinkRequest = { readonly kind: Kind } & (
  | { readonly act: "list" }
  | { readonly act: "revoke"; readonly linkId: string }
  | { readonly act: "make"; readonly scope: Scope; readonly days: number }
);
const isId = (text = ""): boolean => /^\d{1,19}$/.test(text);
const refusals = {
  noActivity: "there is no such activity",
  noSession: "the activity has no such session",
  unknownDealer: "there is no such dealer",
  noDealer: "the dealer is none of the activity's",
  otherDealer: "the session is another dealer's",
  notOnline: "only pages of online activities are composed",
} as const;

function parseStaffLinkArguments() {
  try {
    return parseArgs({
      options: { dealer: { type: "string" }, session: { type: "string" } },
      allowPositionals: true,
    });
  } catch {
    return exitWithError(usage);
  }
}

/** Whose part of an activity a link may be for, by its kind. */
const parts: Partial<Record<Kind, readonly ("dealer" | "session")[]>> = {
  "check-in": ["dealer", "session"],
  leads: ["dealer"],
};

/** What the command was told; null where it says nothing known. */
function parseRequest(): StaffLinkRequest | null {
  const { values, positionals } = parseStaffLinkArguments();
  const [first = "", ...rest] = positionals;
  const [kind = "", linkId = ""] = rest;
  if (first === "list") return isKind(kind) ? { act: "list", kind } : null;
  if (first === "revoke") return isKind(kind) && isId(linkId) ? { act: "revoke", kind, linkId } : null;
  if (!isKind(first)) return null;
  const mayName = parts[first] ?? [];
  const named = (["dealer", "session"] as const).filter((part) => values[part] !== undefined);
  if (!named.every((part) => mayName.includes(part) && isId(values[part]))) return null;
  const activityId = first === "complaints" ? undefined : rest.shift();
  const [days = "30", ...more] = rest;
  if (!/^\d{1,3}$/.test(days) || more.length > 0) return null;
  if (first === "complaints") return { act: "make", kind: first, scope: {}, days: Number(days) };
  if (activityId === undefined || !isId(activityId)) return null;
  const part = mayName.map((name) => [`${name}_id`, values[name] ?? null]);
  const scope = { activity_id: activityId, ...Object.fromEntries(part) };
  return { act: "make", kind: first, scope, days: Number(days) };
}

/** Why there can be no such link. */
function findObstacle(db: Database, kind: Kind, scope: Scope): Promise<keyof typeof refusals | null> {
  const { activity_id = null, session_id = null, dealer_id = null } = scope;
  if (activity_id === null) return Promise.resolve(null);
  if (kind === "compose") return composeHindrance(db, activity_id);
  if (kind === "leads") return leadsHindrance(db, { activity_id, dealer_id });
  return checkInHindrance(db, { activity_id, session_id, dealer_id });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function carryOut(wish: StaffLinkRequest, db: Database, origin: string): Promise<string> {
  const { table, path } = kinds[wish.kind];
  const links = createStaffLinks<Scope>({ db, clock: createClock(), by: commandLineActor }, table);
  if (wish.act === "make") {
    const why = await findObstacle(db, wish.kind, wish.scope);
    if (why !== null) return exitWithError(refusals[why]);
  }
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
  const wish = parseRequest() ?? exitWithError(usage);
  const config = readConfig();
  if (config.databaseUrl === null)
    exitWithError("DATABASE_URL is not set: links of the embedded database are made at /lab");
  if (config.publicOrigin === null) exitWithError("PUBLIC_ORIGIN is not set: the link has no address");
  const { db } = await connectDatabase({ url: config.databaseUrl });
  try {
    return await carryOut(wish, db, config.publicOrigin);
  } finally {
    await db.destroy();
  }
}
process.stdout.write(`${await run()}\n`);
