import {
  markLeads,
  planLeadMarks,
  planLeadReminders,
  remindLeads,
  type BulkLeadResult,
  type LeadBulkPlan,
} from "#contract/console/lead/lead-bulk.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import {
  assignLeads,
  listLeadAssignees,
  planLeadAssignment,
  saveWorkingDays,
  showWorkingDays,
  type AssignmentWay,
  type LeadAssignees,
  type LeadSelection,
  type WorkingDays,
} from "#contract/console/lead/lead-assignment.ts";
import {
  addLeadNote,
  agreeLeadCall,
  clearLeadResult,
  countLeads,
  findLeads,
  listLeads,
  recordLeadResult,
  revealLeadMobile,
  searchLeads,
  showLeadDetail,
  type LeadCounts,
  type LeadDetail,
  type LeadList,
  type LeadListFilter,
  type LeadListRow,
  type LeadState,
} from "#contract/console/leads.ts";
import { guestFilterChoices, type GuestFilterChoices } from "#contract/console/guests.ts";
import type { OperatorResult } from "#contract/console/operator-call.ts";
import type { PurposeOfReveal } from "#contract/console/person-shapes.ts";
import { pickMobile } from "#contract/core/text.ts";
import { send } from "../shell/index.ts";

/** Filter of the list with the keyword, which is no part of the call's filter. */
export type LeadQuery = { readonly filter: LeadListFilter; readonly keyword: string | null };
type ListArgs = {
  filter: LeadQuery;
  sort?: { by: "updated" | "due"; isDescending: boolean } | undefined;
  cursor?: string | undefined;
};
/** A page of the list; `scanned`: rows that a search by name has looked at. */
export type LeadRows = LeadList & { readonly scanned: number | null };

const MOBILE = /^1[3-9]\d{9}$/;
/** Filter for what somebody typed: a whole mobile is found by its keyed hash, anything else is searched for. */
export function leadQuery(filter: LeadListFilter, typed: string): LeadQuery {
  if (typed === "") return { filter, keyword: null };
  const mobile = pickMobile(typed);
  return MOBILE.test(mobile) ? { filter: { ...filter, mobile }, keyword: null } : { filter, keyword: typed };
}
export async function loadLeads({ filter: { filter, keyword }, sort, cursor }: ListArgs): Promise<LeadRows> {
  if (keyword === null) return { ...(await send(listLeads, { filter, sort, cursor })), scanned: null };
  const { rows, scanned, next, asOf } = await send(searchLeads, { filter, keyword, cursor });
  return { rows, next, count: rows.length, isCountExact: true, asOf, scanned };
}
export const loadLeadCounts = (filter: LeadListFilter): Promise<LeadCounts> =>
  send(countLeads, { filter }, { isBackground: true });
export const loadLeadDetail = (leadId: string): Promise<LeadDetail> => send(showLeadDetail, { leadId });
export const findLeadsByNumber = async (number: string): Promise<readonly LeadListRow[]> =>
  (await send(findLeads, { number })).rows;
export const loadAssignees = (): Promise<LeadAssignees> => send(listLeadAssignees, {});
export const loadLeadChoices = (): Promise<GuestFilterChoices> => send(guestFilterChoices, {});
export const loadWorkingDays = (): Promise<WorkingDays> => send(showWorkingDays, {});
export const changeWorkingDay = async (day: string, isWorking: boolean | null): Promise<void> =>
  void (await send(saveWorkingDays, { days: [{ day, isWorking }] }));

/** Times of a lead as the operator saw them. */
type SeenLead = LeadDetail["lead"];
export const recordResult = (
  { leadId, updatedTime, contactedTime, nextCallTime }: SeenLead,
  result: ContactResult,
  testDriveTime: string,
): Promise<{ detail: LeadDetail }> =>
  send(recordLeadResult, {
    leadId,
    result,
    updatedTime,
    contactedTime,
    nextCallTime,
    ...(testDriveTime !== "" && { testDriveTime }),
  });
export const clearResult = (leadId: string, contactedTime: string): Promise<{ detail: LeadDetail }> =>
  send(clearLeadResult, { leadId, contactedTime });
export const agreeCall = (
  { leadId, nextCallTime: seen }: SeenLead,
  nextCallTime: string | null,
): Promise<{ detail: LeadDetail }> => send(agreeLeadCall, { leadId, nextCallTime, seen });
export const addNoteToLead = async (leadId: string, key: string, text: string): Promise<void> =>
  void (await send(addLeadNote, { leadId, key, text }));
export const revealMobileOfLead = async (leadId: string, purpose: PurposeOfReveal): Promise<string> =>
  (await send(revealLeadMobile, { leadId, purpose })).mobile;

export type AssignmentPlan = OperatorResult<typeof planLeadAssignment>;
export const planAssignment = (selection: LeadSelection, way: AssignmentWay): Promise<AssignmentPlan> =>
  send(planLeadAssignment, { selection, way });
/** Starts an assignment. @returns the job's id */
export const startAssignment = async (selection: LeadSelection, way: AssignmentWay): Promise<string> =>
  (await send(assignLeads, { selection, way })).jobId;

/** Bulk acts beside assigning. */
export type LeadBulkAct = BulkLeadResult | "remind";
export const planLeadBulk = (act: LeadBulkAct, selection: LeadSelection): Promise<LeadBulkPlan> =>
  act === "remind" ? send(planLeadReminders, { selection }) : send(planLeadMarks, { selection, result: act });
/** Starts a bulk act. @returns the job's id */
export const startLeadBulk = async (act: LeadBulkAct, selection: LeadSelection): Promise<string> =>
  (act === "remind"
    ? await send(remindLeads, { selection })
    : await send(markLeads, { selection, result: act })
  ).jobId;
/** Leads of a state for the board, those due first. */
export const loadBoardColumn = async (
  filter: LeadListFilter,
  state: LeadState,
): Promise<{ rows: readonly LeadListRow[]; count: number }> => {
  const { rows, count } = await send(listLeads, {
    filter: { ...filter, states: [state] },
    sort: { by: "due", isDescending: false },
  });
  return { rows, count };
};

/** Keys of this area's queries in the cache. */
export const leadKeys = {
  list: listLeads.name,
  counts: countLeads.name,
  detail: (leadId: string) => [showLeadDetail.name, leadId],
  choices: [guestFilterChoices.name, "leads"],
  assignees: [listLeadAssignees.name],
  plan: (selection: LeadSelection, way: AssignmentWay) => [planLeadAssignment.name, selection, way],
  days: [showWorkingDays.name],
  bulk: (act: LeadBulkAct, selection: LeadSelection) => [planLeadMarks.name, act, selection],
  board: (filter: LeadListFilter, state: LeadState) => [listLeads.name, "board", filter, state],
};
