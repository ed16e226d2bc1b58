import type { StaffLinkKind as Kind } from "#contract/console/basics/links.ts";
import { exitWithError } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { PREVIEW_DAYS } from "../../server/activity/index.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { createStaffLinks } from "../../server/database/shared-tables/staff-links.ts";
import { issueStaffLink, staffLinkTables, type StaffLinkScope } from "../../server/staff-link/index.ts";
import { readInstallationConfig, withDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Manages staff links of a running installation: creates one and prints it, once (`npm run staff-link -- compose
 * 1000… 30`, `check-in 1000… --dealer 2001` for one dealer's guests, `preview 1000…` for a draft), lists links, revokes
 * one. It requires the
 * installation's settings (.env) and PostgreSQL.
 */
const usage = [
  "usage: npm run staff-link -- check-in ACTIVITY_ID [DAYS] [--dealer ID] [--session ID]",
  "       npm run staff-link -- leads ACTIVITY_ID [DAYS] [--dealer ID]",
  "       npm run staff-link -- compose ACTIVITY_ID [DAYS], or: complaints [DAYS]",
  "       npm run staff-link -- preview ACTIVITY_ID [DAYS]",
  "       npm run staff-link -- list check-in|compose|complaints|leads|preview",
  "       npm run staff-link -- revoke check-in|compose|complaints|leads|preview LINK_ID",
].join("\n");
const isKind = (text: string): text is Kind => Object.hasOwn(staffLinkTables, text);

type StaffLinkRequest = { readonly kind: Kind } & (
  | { readonly action: "list" }
  | { readonly action: "revoke"; readonly linkId: string }
  | { readonly action: "create"; readonly scope: StaffLinkScope; readonly days: number }
);
const isId = (text = ""): boolean => /^\d{1,19}$/.test(text);
const refusals = {
  noActivity: "there is no such activity",
  noSession: "the activity has no such session",
  unknownDealer: "there is no such dealer",
  noDealer: "the dealer does not belong to the activity",
  otherDealer: "the session belongs to another dealer",
  notOnline: "only online activities have a composed page",
} as const;

/** Options that limit a link to a part of its activity, by kind. */
const parts: Partial<Record<Kind, readonly ("dealer" | "session")[]>> = {
  "check-in": ["dealer", "session"],
  leads: ["dealer"],
};

/** Parses the arguments; null if they are not a known request. */
function parseRequest(): StaffLinkRequest | null {
  const { values, positionals } = parseArguments(usage, ["dealer", "session"]);
  const [first = "", ...rest] = positionals;
  const [kind = "", linkId = ""] = rest;
  if (first === "list") return isKind(kind) ? { action: "list", kind } : null;
  if (first === "revoke") return isKind(kind) && isId(linkId) ? { action: "revoke", kind, linkId } : null;
  if (!isKind(first)) return null;
  const allowed = parts[first] ?? [];
  const given = (["dealer", "session"] as const).filter((part) => values[part] !== undefined);
  if (!given.every((part) => allowed.includes(part) && isId(values[part]))) return null;
  const activityId = first === "complaints" ? undefined : rest.shift();
  const [days = first === "preview" ? String(PREVIEW_DAYS) : "30", ...more] = rest;
  if (!/^\d{1,3}$/.test(days) || more.length > 0) return null;
  if (first !== "complaints" && (activityId === undefined || !isId(activityId))) return null;
  const scope = {
    activityId: activityId ?? null,
    dealerId: values["dealer"] ?? null,
    sessionId: values["session"] ?? null,
  };
  return { action: "create", kind: first, scope, days: Number(days) };
}

/** Creates a link and describes it: its address, and that of a preview's coupons. */
async function printNewLink(
  db: Database,
  origin: string,
  { kind, scope, days }: Extract<StaffLinkRequest, { action: "create" }>,
): Promise<string> {
  const options = { db, clock: createClock(), by: commandLineActor };
  const made = await issueStaffLink(options, { kind, ...scope, days });
  if ("problem" in made) return exitWithError(refusals[made.problem]);
  return [made.path, made.couponPath].flatMap((path) => (path === null ? [] : origin + path)).join("\n");
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function handleRequest(request: StaffLinkRequest, db: Database, origin: string): Promise<string> {
  if (request.action === "create") return printNewLink(db, origin, request);
  const { table } = staffLinkTables[request.kind];
  const links = createStaffLinks({ db, clock: createClock(), by: commandLineActor }, table);
  if (request.action === "revoke")
    return (await links.revoke(request.linkId)) ? "revoked" : "link not found or already revoked";
  const listed = (await links.list()).map(({ linkId, createdTime, expiresTime, isRevoked }) =>
    [
      linkId,
      `created ${dayOf(createdTime)}`,
      isRevoked ? "revoked" : `valid until ${dayOf(expiresTime)}`,
    ].join("  "),
  );
  return listed.length === 0 ? "none" : listed.join("\n");
}

async function run(): Promise<string> {
  const request = parseRequest() ?? exitWithError(usage);
  const config = readInstallationConfig("create links for the embedded database at /lab");
  const { publicOrigin } = config;
  if (publicOrigin === null) exitWithError("PUBLIC_ORIGIN is not set: links need an origin");
  return withDatabase(config, (db) => handleRequest(request, db, publicOrigin));
}
process.stdout.write(`${await run()}\n`);
