import { sql } from "kysely";
import {
  checkInvitationGuests,
  countInvitationCodes,
  issueInvitationCodes,
  listInvitationCodes,
  revokeInvitationCodes,
} from "#contract/console/basics/invitations.ts";
import type { TestApp } from "../app.ts";
import { accessRow, type AccessRow } from "./access-row.ts";
import type { ConsoleThings, Place } from "./things.ts";

const HOUR = 3_600_000;
const batchAt = (things: ConsoleThings, place: Place) => ({
  activityId: things[place].activityId,
  dealerId: things[place].dealerId,
  sessionId: null,
  days: 1,
  guests: "林晓岚",
});

/** Adds an unused code for a guest of a dealer. @returns its id */
async function addInvitation(app: TestApp, activityId: string, dealerId: string): Promise<string> {
  const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId, sessionId: null };
  await app.modules.invitations.issue(plain, app.context.clock.now() + HOUR);
  const { rows } = await sql<{ invitation_id: string }>`
    select invitation_id from sealed_code where activity_id = ${activityId}
    order by invitation_id desc limit 1`.execute(app.context.db);
  return rows[0]?.invitation_id ?? "";
}

/** Access of the calls about invitation codes. */
export const invitationAccess: readonly AccessRow[] = [
  accessRow({
    call: listInvitationCodes,
    scope: "list",
    reads: "person",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) =>
      rows.some(({ activityId }) => activityId === things[place].activityId),
  }),
  accessRow({ call: countInvitationCodes, scope: "none", args: () => ({}) }),
  accessRow({ call: checkInvitationGuests, scope: "record", reads: "person", args: batchAt }),
  accessRow({
    call: issueInvitationCodes,
    scope: "record",
    reads: "person",
    // Another number of rows than the list has is refused once the scope is judged.
    args: (things, place) => ({ ...batchAt(things, place), count: 99 }),
    succeeds: ({ things }) => ({ ...batchAt(things, "ownDealer"), count: 1 }),
  }),
  accessRow({
    call: revokeInvitationCodes,
    scope: "none",
    scopeShownIn: "server/invitation/console/invitations.routes.test.ts",
    args: () => ({ selection: { ids: ["404"] } }),
    succeeds: async ({ app, things }) => {
      const { activityId, dealerId } = things.ownDealer;
      return { selection: { ids: [await addInvitation(app, activityId, dealerId)] } };
    },
  }),
];
