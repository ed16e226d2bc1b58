import type { LeadDetail, LeadListRow } from "#contract/console/leads.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { labelAnswers } from "#contract/signup/labelled-answers.ts";
import type { AppContext } from "../../core/app-context.ts";
import { hasRight, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import { cityOf } from "../../location/index.ts";
import { maskGuestName } from "../../signup/index.ts";
import type { DeskEntry } from "../desk/entries-store.ts";
import { leadMessages } from "../messages.ts";
import { readWorkingCalendar } from "./calendar-store.ts";
import type { DueTimes, LeadListRecord } from "./lead-list-store.ts";
import type { LeadConsolePorts } from "./ports.ts";
import { dueBefore, leadDueTime, type WorkingCalendar } from "./sla-rules.ts";

const HOUR = 3_600_000;
/** Time before the due time from which a lead is shown as due soon, ms. */
const SOON = 3 * HOUR;
const ESCALATION = 24 * HOUR;

/** Facts for reading and presenting leads at one moment. */
export type LeadReading = {
  readonly calendar: WorkingCalendar;
  readonly due: DueTimes;
  /** ms */
  readonly now: number;
  readonly isNamed: boolean;
  readonly operatorNames: ReadonlyMap<string, string>;
};
/** Reads the calendar and the operators' names. */
export async function leadView(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { listOperatorsWith }: LeadConsolePorts,
  caller: OperatorCaller,
): Promise<LeadReading> {
  const calendar = await readWorkingCalendar(db);
  const now = clock.now();
  const operators = await listOperatorsWith("lead.read");
  return {
    calendar,
    now,
    due: {
      overdue: new Date(dueBefore(now, calendar)),
      due: new Date(dueBefore(now + SOON, calendar)),
      escalated: new Date(dueBefore(now - ESCALATION, calendar)),
    },
    isNamed: hasRight(requireOperator(caller), "person.name", "one"),
    operatorNames: new Map(operators.map(({ operatorId, name }) => [operatorId, name])),
  };
}

const shownName = (name: string | undefined, { isNamed }: LeadReading): string | null =>
  name === undefined ? null : isNamed ? name : maskGuestName(name);

export function presentLead(row: LeadListRecord, view: LeadReading): LeadListRow {
  const dueTime = leadDueTime(row.updated_time.getTime(), view.calendar);
  return {
    leadId: row.lead_id,
    activityId: row.activity_id,
    activityTitle: row.title,
    name: shownName(row.name, view),
    mobile: row.mobile === undefined ? null : maskMobile(row.mobile),
    seriesName: row.series_name,
    dealerId: row.dealer_id,
    dealerName: row.dealer && dealerDisplayName(row.dealer),
    source: row.source,
    assignee:
      row.assignee_id === null
        ? null
        : {
            operatorId: row.assignee_id,
            name: view.operatorNames.get(row.assignee_id) ?? leadMessages.console.formerOperator,
          },
    state: row.state,
    updatedTime: toShanghaiIso(row.updated_time),
    dueTime: toShanghaiIso(new Date(dueTime)),
    isOverdue: !row.is_contacted && dueTime <= view.now,
    contactedTime: row.contacted_time && toShanghaiIso(row.contacted_time),
    nextCallTime: row.next_call_time && toShanghaiIso(row.next_call_time),
    remindedTime: row.reminded_time && toShanghaiIso(row.reminded_time),
  };
}

type Form = Parameters<typeof labelAnswers>[0];
/** Presents a lead with what the lead desk shows of it. */
export const presentLeadDetail = (
  row: LeadListRecord,
  entry: DeskEntry,
  form: Form,
  view: LeadReading,
): LeadDetail => ({
  lead: presentLead(row, view),
  answers: labelAnswers(form, entry.answers),
  cityName: cityOf(entry.city_code)?.shortName ?? null,
  result: entry.contact_result,
  contactedBy: entry.contacted_by,
  testDriveTime: entry.test_drive_time && toShanghaiIso(entry.test_drive_time),
  revealedBy: entry.revealed_by,
  revealedTime: entry.revealed_time && toShanghaiIso(entry.revealed_time),
  notes: entry.notes.map(({ note_id, note_text, written_by, written_time }) => ({
    noteId: note_id,
    text: note_text,
    by: written_by,
    time: toShanghaiIso(written_time),
  })),
  others: entry.others.map((other) => ({
    leadId: other.lead_id,
    name: shownName(other.name, view),
    updatedTime: toShanghaiIso(other.updated_time),
  })),
});
