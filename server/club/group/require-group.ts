import { Refusal } from "#contract/core/errors.ts";
import type { ClubContext } from "../club-context.ts";
import { groupNotFound } from "../refusals.ts";
import type { Viewer } from "../visibility-store.ts";
import type { ClubGroupRow } from "./groups-store.ts";

/** Whether a membership is that of the leader or of a helper. */
export const isManager = ({ status, role }: { status: number | null; role: number | null }): boolean =>
  status === 2 && (role ?? 0) > 0;

/** @throws Refusal "notFound" */
export async function requireGroup(
  club: ClubContext,
  groupId: string,
  viewer: Viewer,
): Promise<ClubGroupRow> {
  const row = await club.groups.find(groupId, viewer, club.midnight());
  if (!row) throw groupNotFound();
  return row;
}
/** @throws Refusal "notFound"; "forbidden" unless the member is the group's leader or a helper */
export async function requireGroupManager(
  club: ClubContext,
  groupId: string,
  memberId: Viewer,
): Promise<void> {
  if (!isManager(await requireGroup(club, groupId, memberId))) throw new Refusal("forbidden");
}
