import {
  countGuests,
  countGuestVisits,
  findGuests,
  guestFilterChoices,
  listGuests,
  searchGuests,
  showGuest,
  type GuestDetail,
} from "#contract/console/guests.ts";
import { MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { SEARCHED_ROWS } from "#contract/console/person-shapes.ts";
import { Refusal } from "#contract/core/errors.ts";
import { personSearch } from "#contract/core/person-search.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { pickMobile } from "#contract/core/text.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { labelAnswers } from "#contract/signup/labelled-answers.ts";
import type { AppContext } from "../../core/app-context.ts";
import { normaliseCode } from "../../core/readable-code.ts";
import type { Database } from "../../database/connection/database.ts";
import { isOutage } from "../../database/connection/outage.ts";
import {
  hasRight,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import { listPageRows } from "../../http/console/list-size.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { decodePosition, encodePosition, momentOf } from "../../http/console/position-cursor.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { EventStoreUnavailable } from "../../tracking/index.ts";
import { signUpMessages } from "../messages.ts";
import { guestNotFound } from "./guest-acts.ts";
import {
  listGuestCoupons,
  listGuestEvents,
  listGuestNotes,
  listSessionChoices,
  readGuestDetail,
  readGuestVisits,
  type GuestNoteRow,
  type SessionChoiceRow,
} from "./guest-detail-store.ts";
import {
  countGuestRows,
  countGuestStates,
  defaultGuestSort,
  findGuestRow,
  findGuestsByMobile,
  findGuestsByTicket,
  guestPosition,
  listGuestRows,
  type ConsoleGuestRow,
} from "./guest-list-store.ts";
import {
  findActivityForm,
  listActivityChoices,
  listDealerChoices,
  listSourceChoices,
} from "./guest-scope-store.ts";
import { completeCounts, guestSteps, presentGuest } from "./rules.ts";

const isNamed = (caller: OperatorCaller): boolean => hasRight(requireOperator(caller), "person.name", "one");

export const presentNotes = (rows: readonly GuestNoteRow[]) =>
  rows.map(({ note_id, guest_note_text, written_by, written_time }) => ({
    noteId: note_id,
    text: guest_note_text,
    by: written_by,
    time: toShanghaiIso(written_time),
  }));
const presentSession = (row: SessionChoiceRow, now: number) => ({
  sessionId: row.session_id,
  startTime: toShanghaiIso(row.start_time),
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  quota: row.quota,
  taken: row.taken,
  hasBegun: row.start_time.getTime() <= now,
});

/** Rows that one statement of a search reads. */
const SEARCH_BATCH = 2_000;
type SearchQuery = Omit<Parameters<typeof listGuestRows>[1], "limit" | "sort">;
/** Searches rows by name or last digits until a page is found or the rows of one call are read. */
async function searchRows(
  db: Database,
  query: SearchQuery,
  keyword: string,
): Promise<{ rows: ConsoleGuestRow[]; scanned: number; next: string | null }> {
  const matches = personSearch(keyword);
  const found: ConsoleGuestRow[] = [];
  let { after } = query;
  let scanned = 0;
  while (scanned < SEARCHED_ROWS) {
    const rows = await listGuestRows(db, { ...query, after, sort: defaultGuestSort, limit: SEARCH_BATCH });
    for (const row of rows) {
      after = guestPosition(defaultGuestSort, row);
      scanned++;
      if (
        row.name !== undefined &&
        row.mobile !== undefined &&
        matches({ name: row.name, mobile: row.mobile })
      )
        found.push(row);
      if (found.length === listPageRows()) return { rows: found, scanned, next: encodePosition(after) };
    }
    if (rows.length < SEARCH_BATCH) return { rows: found, scanned, next: null };
  }
  return { rows: found, scanned, next: after && encodePosition(after) };
}

/** Finds guests by whatever number an operator has: a mobile, a ticket's number, or a sign-up's id. @throws Refusal */
async function findByNumber(
  db: Database,
  scopes: Parameters<typeof findGuestRow>[1],
  text: string,
  now: Date,
): Promise<ConsoleGuestRow[]> {
  const mobile = pickMobile(text);
  if (/^1[3-9]\d{9}$/.test(mobile)) return findGuestsByMobile(db, scopes, mobile, now);
  const id = text.replace(/\s/g, "");
  if (/^\d{15,19}$/.test(id)) {
    const found = await findGuestRow(db, scopes, id, now);
    return found ? [found] : [];
  }
  const code = normaliseCode(text);
  if (code === null) throw new Refusal("invalid", { fields: { number: signUpMessages.guest.noNumber } });
  return findGuestsByTicket(db, scopes, code, now);
}

/** Reads all that is known of a guest. */
async function readDetail(
  db: Database,
  row: ConsoleGuestRow,
  now: number,
  named: boolean,
): Promise<GuestDetail> {
  const detail = await readGuestDetail(db, row, new Date(now));
  const events = await listGuestEvents(db, row);
  const coupons = await listGuestCoupons(db, row);
  const sessions = row.session_id === null ? [] : await listSessionChoices(db, row.activity_id);
  const isSeat = row.state === "upcoming";
  return {
    guest: presentGuest(row, named),
    answers: labelAnswers(detail.form, row.answers ?? {}),
    seats: { taken: detail.taken, quota: detail.quota },
    sessions: sessions.map((session) => presentSession(session, now)),
    canChange: isSeat && !detail.has_begun,
    cancelReason: detail.cancel_reason,
    steps: guestSteps({ row, detail, events, coupons }),
    notes: presentNotes(await listGuestNotes(db, row)),
  };
}

function listCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listGuests, async ({ filter, sort = defaultGuestSort, cursor, asOf }, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const moment = momentOf(asOf, clock.now());
    const after = decodePosition(cursor);
    const pageRows = listPageRows();
    const query = { scopes, filter, asOf: moment, sort, after, limit: pageRows + 1 };
    const { rows, count } = await readForOperator(db, async (reading) => ({
      rows: await listGuestRows(reading, query),
      count: await countGuestRows(reading, scopes, filter, moment),
    }));
    const page = rows.slice(0, pageRows);
    const last = rows.length > pageRows ? page.at(-1) : undefined;
    return {
      rows: page.map((row) => presentGuest(row, isNamed(caller))),
      next: last ? encodePosition(guestPosition(sort, last)) : null,
      count: Math.min(count, MAX_EXACT_COUNT),
      isCountExact: count <= MAX_EXACT_COUNT,
      asOf: moment.toISOString(),
    };
  });
  calls.on(searchGuests, async ({ filter, keyword, cursor }, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const asOf = new Date(clock.now());
    const query = { scopes, filter, asOf, after: decodePosition(cursor) };
    const { rows, ...rest } = await readForOperator(db, (reading) => searchRows(reading, query, keyword));
    return { rows: rows.map((row) => presentGuest(row, isNamed(caller))), ...rest, asOf: asOf.toISOString() };
  });
  calls.on(countGuests, async ({ filter }, caller) => {
    const now = new Date(clock.now());
    const scopes = requireScopes(caller, "signup.read", "counts");
    const found = await readForOperator(db, (reading) => countGuestStates(reading, scopes, filter, now));
    return { counts: completeCounts(found), asOf: now.toISOString() };
  });
}

function detailCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock } = context;
  calls.on(findGuests, async ({ number }, caller) => {
    const scopes = requireScopes(caller, "signup.read", "one");
    const now = new Date(clock.now());
    const rows = await readForOperator(db, (reading) => findByNumber(reading, scopes, number, now));
    return { rows: rows.map((row) => presentGuest(row, isNamed(caller))) };
  });
  calls.on(showGuest, async ({ signUpId }, caller) => {
    const now = clock.now();
    const scopes = requireScopes(caller, "signup.read", "one");
    return readForOperator(db, async (reading) => {
      const row = await findGuestRow(reading, scopes, signUpId, new Date(now));
      if (row === null) throw guestNotFound();
      return readDetail(reading, row, now, isNamed(caller));
    });
  });
  calls.on(countGuestVisits, async ({ signUpId }, caller) => {
    const scopes = requireScopes(caller, "signup.read", "one");
    const row = await findGuestRow(db, scopes, signUpId, new Date(clock.now()));
    if (row === null) throw guestNotFound();
    try {
      const { count, first_time } = await readForOperator(db, (reading) =>
        readGuestVisits({ ...context, db: reading }, row),
      );
      return { count, firstTime: first_time && toShanghaiIso(first_time) };
    } catch (error) {
      if (!isOutage(error) && !(error instanceof EventStoreUnavailable)) throw error;
      return { count: null, firstTime: null };
    }
  });
}

/** Reads the choices of the list's filters, and the form of an activity in scope. */
async function readChoices(
  db: Database,
  scopes: Parameters<typeof findActivityForm>[1],
  activityId: string | null,
  now: number,
) {
  const form = activityId === null ? null : await findActivityForm(db, scopes, activityId);
  const known = form === null ? null : activityId;
  const sessions = known === null ? [] : await listSessionChoices(db, known);
  return {
    activities: (await listActivityChoices(db, scopes)).map((row) => ({
      activityId: row.activity_id,
      title: row.title,
    })),
    sessions: sessions.map((session) => presentSession(session, now)),
    dealers: (await listDealerChoices(db, scopes, known)).map((row) => ({
      dealerId: row.organisation_id,
      name: dealerDisplayName(row),
    })),
    series: (form?.series ?? []).map(({ code, name }) => ({ seriesCode: code, name })),
    sources: await listSourceChoices(db, scopes, known),
    asks: form?.asks ?? null,
    questions: (form?.form ?? [])
      .filter(({ kind }) => kind !== "picture")
      .map(({ key, label, kind, required, options }) => ({ key, label, kind, required, options })),
  };
}

function choiceCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(guestFilterChoices, async ({ activityId }, caller) => {
    const scopes = requireScopes(caller, "signup.read", "one");
    const now = clock.now();
    return readForOperator(db, (reading) => readChoices(reading, scopes, activityId ?? null, now));
  });
}

/** Registers the console's reads of guests. */
export function guestListCalls(context: AppContext, calls: OperatorRouter): void {
  listCalls(context, calls);
  detailCalls(context, calls);
  choiceCalls(context, calls);
}
