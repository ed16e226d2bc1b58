import { randomUUID } from "node:crypto";
import {
  assignLeads,
  listLeadAssignees,
  planLeadAssignment,
  saveWorkingDays,
  showWorkingDays,
} from "#contract/console/lead/lead-assignment.ts";
import {
  markLeads,
  planLeadMarks,
  planLeadReminders,
  remindLeads,
} from "#contract/console/lead/lead-bulk.ts";
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
} from "#contract/console/leads.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const LEADS = "server/lead/console/leads.routes.test.ts";
const BULK = "server/lead/console/lead-bulk.routes.test.ts";
const UNKNOWN = "1";
const TIME = "2026-11-27T02:00:00.000Z";
const none = { scope: "none" } as const;
const persons = { scope: "list", reads: "person" } as const;
const act = { ...none, scopeShownIn: LEADS, auditShownIn: LEADS } as const;
const bulk = { ...none, scopeShownIn: BULK, auditShownIn: BULK } as const;
const selection = { ids: [UNKNOWN] };
const has = (rows: readonly { readonly leadId: string }[], thing: { leadId: string }): boolean =>
  rows.some(({ leadId }) => leadId === thing.leadId);

/** Access of the calls of leads. */
export const leadAccess: readonly AccessRow[] = [
  accessRow({
    ...persons,
    call: listLeads,
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: searchLeads,
    args: () => ({ filter: {}, keyword: "晓岚" }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: findLeads,
    args: (things, place) => ({ number: things[place].mobile }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: countLeads,
    args: (things, place) => ({ filter: { activityId: things[place].activityId } }),
    shows: ({ counts }) => Object.values(counts).some((count) => count > 0),
  }),
  accessRow({
    scope: "record",
    reads: "person",
    call: showLeadDetail,
    args: (things, place) => ({ leadId: things[place].leadId }),
  }),
  accessRow({
    ...act,
    call: recordLeadResult,
    args: () => ({ leadId: UNKNOWN, result: "reached" as const, updatedTime: TIME, contactedTime: null }),
  }),
  accessRow({ ...act, call: clearLeadResult, args: () => ({ leadId: UNKNOWN, contactedTime: TIME }) }),
  accessRow({
    ...act,
    call: agreeLeadCall,
    args: () => ({ leadId: UNKNOWN, nextCallTime: null, seen: null }),
  }),
  accessRow({
    ...none,
    scopeShownIn: LEADS,
    call: addLeadNote,
    args: () => ({ leadId: UNKNOWN, key: randomUUID(), text: "周末到店" }),
    succeeds: ({ things }) => ({ leadId: things.ownRegion.leadId, key: randomUUID(), text: "周末到店" }),
  }),
  accessRow({
    ...none,
    scopeShownIn: LEADS,
    call: revealLeadMobile,
    args: () => ({ leadId: UNKNOWN, purpose: "contact" as const }),
    succeeds: ({ things }) => ({ leadId: things.ownRegion.leadId, purpose: "contact" as const }),
  }),
  accessRow({ ...none, call: listLeadAssignees, args: () => ({}) }),
  accessRow({
    ...none,
    scopeShownIn: LEADS,
    call: planLeadAssignment,
    args: () => ({ selection, way: { kind: "byDealer" as const } }),
  }),
  accessRow({ ...act, call: assignLeads, args: () => ({ selection, way: { kind: "byDealer" as const } }) }),
  accessRow({
    ...none,
    scopeShownIn: BULK,
    call: planLeadMarks,
    args: () => ({ selection, result: "missed" as const }),
  }),
  accessRow({ ...bulk, call: markLeads, args: () => ({ selection, result: "missed" as const }) }),
  accessRow({ ...none, scopeShownIn: BULK, call: planLeadReminders, args: () => ({ selection }) }),
  accessRow({ ...bulk, call: remindLeads, args: () => ({ selection }) }),
  accessRow({ ...none, call: showWorkingDays, args: () => ({}) }),
  accessRow({
    ...none,
    call: saveWorkingDays,
    args: () => ({ days: [] }),
    succeeds: () => ({ days: [{ day: "2026-12-05", isWorking: true }] }),
  }),
];
