import type { Send, SendOptions } from "#contract/call.ts";
import { leaveLead, listLocalDealers, withdrawLead, type LeadForm } from "#contract/lead.ts";
import { listDealers, type NearOrganisation } from "#contract/organisation.ts";

import type { Questions } from "../platform/questions-now.ts";

// Calls that the form as it comes makes none of: they come with what makes them.
type Point = { longitude: number; latitude: number };
const quiet = { isSilent: true } as const;

/** Leaves a lead; slider and login come in between where they must (requirements M01, M02). @throws Refusal */
export const submitLead = async (
  send: Send,
  activityId: string,
  form: LeadForm & { readonly changedLeadId?: string },
  options: Pick<SendOptions, "idempotencyKey" | "isToldHere">,
): Promise<{ leadId: string }> => send(leaveLead, { ...form, id: activityId }, options);

/** The activity's own questions as they stand now. @throws Refusal */
export const loadQuestions = async (send: Send, activityId: string): Promise<Questions> =>
  (await send((await import("#contract/activity.ts")).showNearby, { id: activityId }, quiet)).form;

/** Erases one of the person's leads (requirement M18). @throws Refusal */
export const removeLead = async (
  send: Send,
  activityId: string,
  leadId: string,
): Promise<{ withdrawn: boolean }> => send(withdrawLead, { id: activityId, leadId }, quiet);

/** Dealers of a city with a local offline activity, the nearest first (requirement M04). @throws Refusal */
export const loadLocalDealers = async (
  send: Send,
  cityCode: string,
  point: Point | null,
): Promise<NearOrganisation[]> => send(listLocalDealers, { cityCode, ...point }, quiet);

/** Dealers that hold an offline activity, the nearest first. @throws Refusal */
export const loadOwnDealers = async (
  send: Send,
  activityId: string,
  cityCode: string,
  point: Point | null,
): Promise<NearOrganisation[]> => send(listDealers, { activityId, cityCode, ...point }, quiet);
