import type { Send, SendOptions } from "#contract/core/call.ts";
import { leaveLead, listLocalDealers, withdrawLead, type LeadFormData } from "#contract/lead/lead.ts";
import { listDealers, type NearOrganisation } from "#contract/organisation/organisation.ts";

import type { FormFieldList } from "../platform/activity/refused-answers.ts";

// Calls that the first rendering does not make: loaded with the code that makes them.
type DealerOrigin = { longitude: number; latitude: number };
const quiet = { isSilent: true } as const;

/**
 * Submits a lead; captcha and login are requested in between if required (requirements M01, M02).
 * @throws Refusal
 */
export const submitLead = async (
  send: Send,
  activityId: string,
  form: LeadFormData & { readonly changedLeadId?: string },
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
): Promise<{ leadId: string }> => send(leaveLead, { ...form, id: activityId }, options);

/** Loads the activity's current questions. @throws Refusal */
export const loadLeadQuestions = async (send: Send, activityId: string): Promise<FormFieldList> =>
  (await send((await import("#contract/activity/activity.ts")).showNearby, { id: activityId }, quiet)).form;

/** Erases one of the user's leads (requirement M18). @throws Refusal */
export const removeLead = async (
  send: Send,
  activityId: string,
  leadId: string,
): Promise<{ withdrawn: boolean }> => send(withdrawLead, { id: activityId, leadId }, quiet);

/** City whose dealers are listed, and the district to which they are narrowed. */
export type DealerCity = { readonly cityCode: string; readonly districtCode?: string };

/** Dealers of a city with a local offline activity, the nearest first (requirement M04). @throws Refusal */
export const loadLocalDealers = async (
  send: Send,
  city: DealerCity,
  point: DealerOrigin | null,
): Promise<NearOrganisation[]> => send(listLocalDealers, { ...city, ...point }, quiet);

/** Dealers that hold an offline activity, the nearest first. @throws Refusal */
export const loadActivityDealers = async (
  send: Send,
  activityId: string,
  city: DealerCity,
  point: DealerOrigin | null,
): Promise<NearOrganisation[]> => send(listDealers, { activityId, ...city, ...point }, quiet);
