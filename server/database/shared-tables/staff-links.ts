import { sql } from "kysely";
import type { Clock } from "../../core/clock.ts";
import { newId } from "../../core/ids.ts";
import { newToken, sha256 } from "../../core/secrets.ts";
import { operatorActor, withAuditEntry, type AuditActor, type AuditEntry } from "./audit-log.ts";
import type { Database } from "../connection/database.ts";

const DAY = 86_400_000;
/** Default validity of a link, days. */
const LINK_DAYS = 30;

/** Columns of a table of links beside the times: the scope of each link. */
type StaffLinkScope = Readonly<Record<string, string | boolean | null>>;
type LinkRow = {
  link_id: string;
  created_time: Date;
  expires_time: Date;
  revoked_time: Date | null;
};
/** A link for the staff of the maker or of a dealer; times in ms. */
export type StaffLink = {
  readonly linkId: string;
  readonly createdTime: number;
  readonly expiresTime: number;
  readonly isRevoked: boolean;
};
/** Purpose of the links of each table, as the audit log names it. */
const staffLinkPurposes = {
  check_in_link: "check-in",
  compose_link: "compose",
  complaint_link: "complaints",
  lead_link: "leads",
  preview_link: "preview",
} as const;
export type StaffLinkTable = keyof typeof staffLinkPurposes;
type StaffLinkOptions = {
  readonly db: Database;
  readonly clock: Clock;
  /** Actor for the audit log, who creates and revokes links. */
  readonly by?: AuditActor;
};

const toStaffLink = (row: LinkRow): StaffLink => ({
  linkId: row.link_id,
  createdTime: row.created_time.getTime(),
  expiresTime: row.expires_time.getTime(),
  isRevoked: row.revoked_time !== null,
});

type MadeLink = { readonly token: string; readonly linkId: string };
/** Adds a link, whose token is stored as a hash. @param entryOf entry of the audit log for its id */
async function addLink(
  { db, clock, by = operatorActor }: StaffLinkOptions,
  table: StaffLinkTable,
  { scope, days }: { readonly scope: StaffLinkScope; readonly days: number },
  entryOf: (linkId: string) => AuditEntry,
): Promise<MadeLink> {
  const token = newToken();
  const linkId = newId();
  const made = {
    ...scope,
    link_id: linkId,
    token_hash: sha256(token),
    created_time: new Date(clock.now()),
    expires_time: new Date(clock.now() + days * DAY),
    made_by: by.host === "console" ? by.id : null,
    made_door: by.host,
  };
  const columns = sql.join(Object.keys(made).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(made));
  await withAuditEntry(
    db,
    (transaction) =>
      sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(transaction),
    () => entryOf(linkId),
  );
  return { token, linkId };
}

/** Manages the links of one kind. A token is returned once and stored as a hash. */
export function createStaffLinks<S extends StaffLinkScope>(
  { db, clock, by = operatorActor }: StaffLinkOptions,
  table: StaffLinkTable,
) {
  const name = sql.table(table);
  const now = (): Date => new Date(clock.now());
  const entryOf = (action: "staff-link.make" | "staff-link.revoke", linkId: string): AuditEntry => ({
    by,
    action,
    about: { kind: "staff-link", id: linkId },
    outcome: staffLinkPurposes[table],
    now: now(),
  });
  const make = (scope: S, days = LINK_DAYS): Promise<MadeLink> =>
    addLink({ db, clock, by }, table, { scope, days }, (linkId) => entryOf("staff-link.make", linkId));
  return {
    /** Creates a link. @returns its token and its id */
    make,
    /** Creates a link. @returns its token */
    add: async (scope: S, days = LINK_DAYS): Promise<string> => (await make(scope, days)).token,
    /** The newest 100 links of any scope. */
    async list(): Promise<StaffLink[]> {
      const { rows } = await sql<LinkRow>`
        select * from ${name} order by created_time desc limit 100`.execute(db);
      return rows.map(toStaffLink);
    },
    /** The newest 100 links of activities, each with its scope. */
    async listOfActivities(): Promise<(StaffLink & { readonly scope: S; readonly title: string })[]> {
      const { rows } = await sql<LinkRow & S & { title: string }>`
        select l.*, a.title from ${name} l join activity a on a.activity_id = l.activity_id
        order by l.created_time desc limit 100`.execute(db);
      return rows.map((row) => ({ ...toStaffLink(row), scope: row, title: row.title }));
    },
    /** @returns whether a link was revoked */
    async revoke(linkId: string): Promise<boolean> {
      const { rows } = await withAuditEntry(
        db,
        (transaction) =>
          sql<object>`
            update ${name} set revoked_time = ${now()}
            where link_id = ${linkId} and revoked_time is null returning link_id`.execute(transaction),
        (done) => (done.rows.length === 0 ? null : entryOf("staff-link.revoke", linkId)),
      );
      return rows.length > 0;
    },
  };
}

/** Time within which a further use of a link is not written, ms. */
const USE_INTERVAL = 60_000;

/**
 * Notes that a link was used, at most once a minute, so that operators see which ones are in use.
 * @param link the valid link, as it was found
 */
export async function noteLinkUse(
  db: Database,
  table: StaffLinkTable,
  { link_id, last_used_time }: { readonly link_id: string; readonly last_used_time: Date | null },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - USE_INTERVAL);
  if (last_used_time !== null && last_used_time > before) return;
  await sql`update ${sql.table(table)} set last_used_time = ${now}
    where link_id = ${link_id} and (last_used_time is null or last_used_time <= ${before})`.execute(db);
}
