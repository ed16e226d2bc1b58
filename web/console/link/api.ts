import {
  countStaffLinks,
  listLinkChoices,
  listStaffLinks,
  makeStaffLink,
  revokeStaffLinks,
  showStaffLink,
  type LinkChoices,
  type MadeStaffLink,
  type StaffLinkCounts,
  type StaffLinkDetail,
  type StaffLinkSelection,
} from "#contract/console/basics/links.ts";
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { formatShort } from "#contract/core/date-text.ts";
import type { PickedThing } from "../kit/form/pick-input.tsx";
import { send } from "../shell/index.ts";

export const loadLinks = (
  args: OperatorArgs<typeof listStaffLinks>,
): Promise<OperatorResult<typeof listStaffLinks>> => send(listStaffLinks, args);
export const loadLinkCounts = (): Promise<StaffLinkCounts> => send(countStaffLinks, {});
export const loadLink = (linkId: string): Promise<StaffLinkDetail> => send(showStaffLink, { linkId });
export const loadLinkChoices = (activityId: string): Promise<LinkChoices> =>
  send(listLinkChoices, { activityId });
export const makeLink = (args: OperatorArgs<typeof makeStaffLink>): Promise<MadeStaffLink> =>
  send(makeStaffLink, args);
export const revokeLinks = (
  selection: StaffLinkSelection,
): Promise<OperatorResult<typeof revokeStaffLinks>> => send(revokeStaffLinks, { selection });

/** Activities whose title has the text, the latest first. */
export async function findActivities(text: string): Promise<readonly PickedThing[]> {
  const { rows } = await send(listConsoleActivities, { filter: { text } });
  return rows.map(({ activityId, title, startTime }) => ({
    id: activityId,
    label: title,
    detail: `${formatShort(startTime)} · ${activityId}`,
  }));
}

/** Keys of this area's queries in the cache. */
export const linkKeys = {
  list: listStaffLinks.name,
  counts: countStaffLinks.name,
  link: (linkId: string) => [showStaffLink.name, linkId] as const,
  choices: (activityId: string) => [listLinkChoices.name, activityId] as const,
};
