import type { Send } from "#contract/call.ts";
import {
  leaveLead,
  listLocalDealers,
  showLead,
  withdrawLead,
  type Lead,
  type LeadForm,
} from "#contract/lead.ts";
import type { NearOrganisation } from "#contract/organisation.ts";

const quiet = { isSilent: true } as const;

/** The logged-in person's own lead of an activity; null where there is none. @throws Refusal */
export const loadLead = (send: Send, activityId: string): Promise<Lead | null> =>
  send(showLead, { id: activityId }, quiet);

/** Leaves a lead; slider and login come in between where they must (requirements M01, M02). @throws Refusal */
export const submitLead = (
  send: Send,
  activityId: string,
  form: LeadForm,
  idempotencyKey: string,
): Promise<{ leadId: string }> => send(leaveLead, { ...form, id: activityId }, { idempotencyKey });

/** Erases the person's lead (requirement M18). @throws Refusal */
export const removeLead = (send: Send, activityId: string): Promise<{ withdrawn: boolean }> =>
  send(withdrawLead, { id: activityId }, quiet);

/** Dealers of a city with a local offline activity, the nearest first (requirement M04). @throws Refusal */
export const loadLocalDealers = (
  send: Send,
  cityCode: string,
  point: { longitude: number; latitude: number } | null,
): Promise<NearOrganisation[]> => send(listLocalDealers, { cityCode, ...point }, quiet);
