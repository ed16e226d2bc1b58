import type { Send } from "#contract/call.ts";
import type { Lead, LeadForm } from "#contract/lead.ts";
import type { NearOrganisation } from "#contract/organisation.ts";

/** The calls with their schemas, loaded with the first one made: the form comes rendered. */
const calls = () => import("#contract/lead.ts");
type Point = { longitude: number; latitude: number };
const quiet = { isSilent: true } as const;

/** The logged-in person's own lead of an activity; null where there is none. @throws Refusal */
export const loadLead = async (send: Send, activityId: string): Promise<Lead | null> =>
  send((await calls()).showLead, { id: activityId }, quiet);

/** Leaves a lead; slider and login come in between where they must (requirements M01, M02). @throws Refusal */
export const submitLead = async (
  send: Send,
  activityId: string,
  form: LeadForm,
  idempotencyKey: string,
): Promise<{ leadId: string }> =>
  send((await calls()).leaveLead, { ...form, id: activityId }, { idempotencyKey });

/** Erases the person's lead (requirement M18). @throws Refusal */
export const removeLead = async (send: Send, activityId: string): Promise<{ withdrawn: boolean }> =>
  send((await calls()).withdrawLead, { id: activityId }, quiet);

/** Dealers of a city with a local offline activity, the nearest first (requirement M04). @throws Refusal */
export const loadLocalDealers = async (
  send: Send,
  cityCode: string,
  point: Point | null,
): Promise<NearOrganisation[]> => send((await calls()).listLocalDealers, { cityCode, ...point }, quiet);

/** Dealers that hold an offline activity, the nearest first. @throws Refusal */
export const loadOwnDealers = async (
  send: Send,
  activityId: string,
  cityCode: string,
  point: Point | null,
): Promise<NearOrganisation[]> => {
  const { listDealers } = await import("#contract/organisation.ts");
  return send(listDealers, { activityId, cityCode, ...point }, quiet);
};
