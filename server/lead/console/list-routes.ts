import {
  countLeads,
  findLeads,
  leadState,
  listLeads,
  searchLeads,
  type LeadState,
} from "#contract/console/leads.ts";
import { MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { SEARCHED_ROWS } from "#contract/console/person-shapes.ts";
import { Refusal } from "#contract/core/errors.ts";
import { personSearch } from "#contract/core/person-search.ts";
import { pickMobile } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireScopes } from "../../http/console/operator.ts";
import { listPageRows } from "../../http/console/list-size.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { decodePosition, encodePosition, momentOf } from "../../http/console/position-cursor.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { leadMessages } from "../messages.ts";
import {
  countLeadRows,
  countLeadStates,
  findLeadRows,
  listLeadRows,
  type LeadListRecord,
  type LeadPosition,
} from "./lead-list-store.ts";
import { leadView, presentLead } from "./presenting.ts";
import type { LeadConsolePorts } from "./ports.ts";
import { leadDueTime } from "./sla-rules.ts";

const HOUR = 3_600_000;
const SEARCH_BATCH = 2_000;
const positionOf = ({ updated_time, lead_id }: LeadListRecord): LeadPosition => ({
  time: updated_time.getTime(),
  id: lead_id,
});

type Query = Omit<Parameters<typeof listLeadRows>[1], "limit">;
/** Searches rows by name or last digits until a page is found or the rows of one call are read. */
async function searchRows(db: AppContext["db"], query: Query, keyword: string) {
  const matches = personSearch(keyword);
  const found: LeadListRecord[] = [];
  let { after } = query;
  let scanned = 0;
  while (scanned < SEARCHED_ROWS) {
    const rows = await listLeadRows(db, { ...query, after, limit: SEARCH_BATCH });
    for (const row of rows) {
      after = positionOf(row);
      scanned++;
      if (matches({ name: row.name ?? "", mobile: row.mobile ?? "" })) found.push(row);
      if (found.length === listPageRows()) return { rows: found, scanned, next: encodePosition(after) };
    }
    if (rows.length < SEARCH_BATCH) return { rows: found, scanned, next: null };
  }
  return { rows: found, scanned, next: after && encodePosition(after) };
}

function listCalls(context: AppContext, calls: OperatorRouter, ports: LeadConsolePorts): void {
  const { db, clock } = context;
  calls.on(listLeads, async ({ filter, sort, cursor, asOf }, caller) => {
    const scopes = requireScopes(caller, "lead.read");
    const view = await leadView(context, ports, caller);
    const moment = momentOf(asOf, clock.now());
    const pageRows = listPageRows();
    const query = {
      scopes,
      filter,
      due: view.due,
      asOf: moment,
      isDescending: sort?.isDescending ?? true,
      after: decodePosition(cursor),
      limit: pageRows + 1,
    };
    const { rows, count } = await readForOperator(db, async (reading) => ({
      rows: await listLeadRows(reading, query),
      count: await countLeadRows(reading, scopes, filter, view.due),
    }));
    const page = rows.slice(0, pageRows);
    const last = rows.length > pageRows ? page.at(-1) : undefined;
    return {
      rows: page.map((row) => presentLead(row, view)),
      next: last ? encodePosition(positionOf(last)) : null,
      count: Math.min(count, MAX_EXACT_COUNT),
      isCountExact: count <= MAX_EXACT_COUNT,
      asOf: moment.toISOString(),
    };
  });
  calls.on(searchLeads, async ({ filter, keyword, cursor }, caller) => {
    const scopes = requireScopes(caller, "lead.read");
    const view = await leadView(context, ports, caller);
    const asOf = new Date(view.now);
    const after = decodePosition(cursor);
    const query = { scopes, filter, due: view.due, asOf, isDescending: true, after };
    const { rows, ...rest } = await readForOperator(db, (reading) => searchRows(reading, query, keyword));
    return { rows: rows.map((row) => presentLead(row, view)), ...rest, asOf: asOf.toISOString() };
  });
}

function countCalls(context: AppContext, calls: OperatorRouter, ports: LeadConsolePorts): void {
  const { db } = context;
  calls.on(countLeads, async ({ filter }, caller) => {
    const view = await leadView(context, ports, caller);
    const scopes = requireScopes(caller, "lead.read", "counts");
    const rows = await readForOperator(db, (reading) => countLeadStates(reading, scopes, filter, view.due));
    const sum = (part: "overdue" | "due" | "escalated"): number =>
      rows.reduce((total, row) => total + row[part], 0);
    const oldest = Math.min(...rows.map((row) => row.oldest?.getTime() ?? Infinity));
    const late = Number.isFinite(oldest) ? view.now - leadDueTime(oldest, view.calendar) : 0;
    return {
      counts: Object.fromEntries(
        leadState.options.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]),
      ) as Record<LeadState, number>,
      overdue: sum("overdue"),
      due: sum("due"),
      escalated: sum("escalated"),
      longestHours: Math.floor(late / HOUR),
      asOf: new Date(view.now).toISOString(),
    };
  });
}

function findCalls(context: AppContext, calls: OperatorRouter, ports: LeadConsolePorts): void {
  const { db } = context;
  calls.on(findLeads, async ({ number }, caller) => {
    const scopes = requireScopes(caller, "lead.read", "one");
    const view = await leadView(context, ports, caller);
    const mobile = pickMobile(number);
    const id = number.replace(/\s/g, "");
    if (/^1[3-9]\d{9}$/.test(mobile)) {
      const asOf = new Date(view.now);
      const query = { scopes, filter: { mobile }, due: view.due, asOf, isDescending: true, after: null };
      const rows = await listLeadRows(db, { ...query, limit: 50 });
      return { rows: rows.map((row) => presentLead(row, view)) };
    }
    if (!/^\d{15,19}$/.test(id))
      throw new Refusal("invalid", { fields: { number: leadMessages.console.noNumber } });
    const rows = await findLeadRows(db, scopes, [id], view.due);
    return { rows: rows.map((row) => presentLead(row, view)) };
  });
}

/** Registers the console's lists of leads. */
export function leadListCalls(context: AppContext, calls: OperatorRouter, ports: LeadConsolePorts): void {
  listCalls(context, calls, ports);
  countCalls(context, calls, ports);
  findCalls(context, calls, ports);
}
