import {
  checkInvitationGuests,
  countInvitationCodes,
  issueInvitationCodes,
  listInvitationCodes,
  revokeInvitationCodes,
  type InvitationBatch,
  type InvitationCheck,
  type InvitationSelection,
  type IssuedInvitations,
} from "#contract/console/basics/invitations.ts";
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { listLinkChoices, type LinkChoices } from "#contract/console/basics/links.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { formatShort } from "#contract/core/date-text.ts";
import type { PickedThing } from "../kit/form/pick-input.tsx";
import { send } from "../shell/index.ts";

export const loadInvitations = (
  args: OperatorArgs<typeof listInvitationCodes>,
): Promise<OperatorResult<typeof listInvitationCodes>> => send(listInvitationCodes, args);
export const loadCodeCounts = (): Promise<OperatorResult<typeof countInvitationCodes>> =>
  send(countInvitationCodes, {});
export const checkGuests = (batch: InvitationBatch): Promise<InvitationCheck> =>
  send(checkInvitationGuests, batch);
export const issueCodes = (batch: InvitationBatch, count: number): Promise<IssuedInvitations> =>
  send(issueInvitationCodes, { ...batch, count });
export const revokeCodes = (
  selection: InvitationSelection,
): Promise<OperatorResult<typeof revokeInvitationCodes>> => send(revokeInvitationCodes, { selection });
export const loadInvitationChoices = (activityId: string): Promise<LinkChoices> =>
  send(listLinkChoices, { activityId });

/** Activities whose title has the text, the latest first. */
export async function findInvitationActivities(text: string): Promise<readonly PickedThing[]> {
  const { rows } = await send(listConsoleActivities, { filter: { text } });
  return rows.map(({ activityId, title, startTime }) => ({
    id: activityId,
    label: title,
    detail: `${formatShort(startTime)} · ${activityId}`,
  }));
}

/** Keys of this area's queries in the cache. */
export const invitationKeys = {
  list: listInvitationCodes.name,
  counts: countInvitationCodes.name,
  choices: (activityId: string) => [listLinkChoices.name, activityId] as const,
};
