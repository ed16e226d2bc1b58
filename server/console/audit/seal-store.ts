import { sql, type RawBuilder } from "kysely";
import { extendChain, hashLine, startChain, type SealedLine } from "#contract/console/watch/audit-seal.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { sha256 } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";
import { unnestRows } from "../../database/batching/unnest-rows.ts";

const DAY = 86_400_000;
/**
 * Time after the end of a day at which it is closed, ms: an entry has the time of its action, and is seen when its
 * transaction commits. A later one is in the next day's seal.
 */
const CLOSING_TIME = 2 * 3_600_000;
/**
 * Days back for which late entries are taken in. One of an earlier day is in no seal, and shows as added: nothing writes
 * for so long.
 */
const LATE_DAYS = 1;
/** Rows that one statement writes. */
const CHUNK = 2_000;
/** Advisory lock of the one process that closes a day. */
const SEAL_LOCK = 7_350_001;

const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
const dayAfter = (day: string): string => toShanghaiDate(new Date(midnight(day) + DAY));

type LineRow = {
  audit_id: string;
  at_text: string;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  about_kind: string;
  about_id: string | null;
  host: string;
  outcome: string;
  request_id: string | null;
};
const lineColumns = sql`e.audit_id,
  to_char(e.at_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
  e.actor_kind, e.actor_id, e.action, e.about_kind, e.about_id, e.host, e.outcome, e.request_id`;
const toLine = (row: LineRow): SealedLine => ({
  auditId: row.audit_id,
  time: row.at_text,
  actorKind: row.actor_kind,
  actorId: row.actor_id,
  action: row.action,
  aboutKind: row.about_kind,
  aboutId: row.about_id,
  host: row.host,
  outcome: row.outcome,
  requestId: row.request_id,
});
async function readLines(db: Database, from: RawBuilder<unknown>): Promise<SealedLine[]> {
  const { rows } = await sql<LineRow>`select ${lineColumns} ${from}`.execute(db);
  return rows.map(toLine);
}

export type SealRow = {
  day: string;
  line_count: number;
  seal: string;
  previous: string;
  sealed_time: Date;
  is_kept: boolean;
};
const sealColumns = sql`to_char(d.day, 'YYYY-MM-DD') as day, d.line_count, d.seal, d.sealed_time,
  coalesce((select p.seal from audit_day_seal p where p.day = d.day - 1), '') as previous,
  (d.line_count = 0 or exists (select from audit_line_seal l where l.day = d.day)) as is_kept`;

/** Seals before a day, the latest first. */
export async function listSeals(db: Database, before: string | undefined, limit: number): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    select ${sealColumns} from audit_day_seal d where ${before ?? null}::date is null or d.day < ${before ?? null}::date
    order by d.day desc limit ${limit}`.execute(db);
  return rows;
}
export async function findSeal(db: Database, day: string): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select ${sealColumns} from audit_day_seal d where d.day = ${day}::date`.execute(db);
  return rows[0] ?? null;
}
/** Number of days up to the last seal that follow one another. */
export async function countUnbrokenDays(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      select day, day + (row_number() over (order by day desc))::int as run from audit_day_seal)
    select count(*)::int as count from numbered where run = (select max(run) from numbered)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The day that is closed next; null: none is over yet, or there are no entries. */
async function nextDay(db: Database, now: number): Promise<{ day: string; previous: string } | null> {
  const { rows } = await sql<{ last: string | null; seal: string | null; first_time: Date | null }>`
    select to_char((select max(day) from audit_day_seal), 'YYYY-MM-DD') as last,
      (select seal from audit_day_seal order by day desc limit 1) as seal,
      (select min(at_time) from audit_entry) as first_time`.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (row.last === null && row.first_time === null) return null;
  const day = row.last === null ? toShanghaiDate(row.first_time ?? now) : dayAfter(row.last);
  return midnight(day) + DAY + CLOSING_TIME <= now ? { day, previous: row.seal ?? "" } : null;
}

/** Entries of a day that is being closed: its own, and late ones of days before, in their order. */
const unsealedLines = (db: Database, day: string): Promise<SealedLine[]> => {
  const end = midnight(day) + DAY;
  return readLines(
    db,
    sql`from audit_entry e where e.at_time < ${new Date(end)}
      and e.at_time >= ${new Date(midnight(day) - LATE_DAYS * DAY)}
      and not exists (select from audit_line_seal s where s.audit_id = e.audit_id)
    order by e.at_time, e.audit_id`,
  );
};

/**
 * Closes the next day that is over: hashes its entries in their order with the seal of the day before. Of several
 * processes one does so.
 * @returns the day; null: none is to be closed
 */
export const sealNextDay = (db: Database, now: number): Promise<string | null> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(transaction);
    const next = await nextDay(transaction, now);
    if (next === null) return null;
    const { day, previous } = next;
    const lines = (await unsealedLines(transaction, day)).map((line, index) => ({
      no: String(index + 1),
      auditId: line.auditId,
      hash: hashLine(line, sha256),
    }));
    const seal = lines.reduce(
      (chain, { hash }) => extendChain(chain, hash, sha256),
      startChain(day, previous, sha256),
    );
    await sql`insert into audit_day_seal (day, line_count, seal, sealed_time)
      values (${day}::date, ${lines.length}, ${seal}, ${new Date(now)})`.execute(transaction);
    for (let at = 0; at < lines.length; at += CHUNK) {
      const rows = unnestRows(lines.slice(at, at + CHUNK), {
        audit_id: { type: "text", of: ({ auditId }) => auditId },
        line_no: { type: "int", of: ({ no }) => no },
        line_hash: { type: "text", of: ({ hash }) => hash },
      });
      await sql`insert into audit_line_seal (day, line_no, audit_id, line_hash)
        select ${day}::date, i.line_no, i.audit_id, i.line_hash from ${rows}`.execute(transaction);
    }
    return day;
  });

/** Entries of a day as its seal names them, with the number of each. */
export async function readSealedLines(
  db: Database,
  day: string,
  after: number,
  limit: number,
): Promise<SealedLine[]> {
  return readLines(
    db,
    sql`from audit_line_seal s join audit_entry e on e.audit_id = s.audit_id
    where s.day = ${day}::date and s.line_no > ${after} order by s.line_no limit ${limit}`,
  );
}
export type KnownHash = { readonly auditId: string; readonly hash: string };
/** Hashes that the seal of a day names, in their order. */
export async function readSealedHashes(db: Database, day: string): Promise<KnownHash[]> {
  const { rows } = await sql<{ audit_id: string; line_hash: string }>`
    select audit_id, line_hash from audit_line_seal where day = ${day}::date order by line_no`.execute(db);
  return rows.map(({ audit_id, line_hash }) => ({ auditId: audit_id, hash: line_hash }));
}
/**
 * Hashes of a day's entries as they are now, in the order of a seal: those that the day's seal names, and those of the
 * day that no seal names.
 */
export async function hashFoundLines(db: Database, day: string): Promise<KnownHash[]> {
  const start = midnight(day);
  const lines = await readLines(
    db,
    sql`from audit_entry e left join audit_line_seal s on s.audit_id = e.audit_id
    where s.day = ${day}::date
      or (s.day is null and e.at_time >= ${new Date(start)} and e.at_time < ${new Date(start + DAY)}
        and exists (select from audit_day_seal n where n.day = ${day}::date + 1))
    order by e.at_time, e.audit_id`,
  );
  return lines.map((line) => ({ auditId: line.auditId, hash: hashLine(line, sha256) }));
}
