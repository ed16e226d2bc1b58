import {
  countStaffLinks,
  listLinkChoices,
  listStaffLinks,
  makeStaffLink,
  revokeStaffLinks,
  showStaffLink,
} from "#contract/console/basics/links.ts";
import { accessRow, type AccessRow } from "./access-row.ts";
import { addDeskLink } from "./things.ts";

/** Access of the calls about links of staff. */
export const linkAccess: readonly AccessRow[] = [
  accessRow({
    call: listStaffLinks,
    scope: "list",
    reads: "person",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ linkId }) => linkId === things[place].staffLinkId),
  }),
  accessRow({
    call: countStaffLinks,
    scope: "none",
    args: () => ({}),
  }),
  accessRow({
    call: showStaffLink,
    scope: "record",
    reads: "person",
    args: (things, place) => ({ linkId: things[place].staffLinkId }),
  }),
  accessRow({
    call: listLinkChoices,
    scope: "record",
    reads: "activity",
    args: (things, place) => ({ activityId: things[place].activityId }),
  }),
  accessRow({
    call: makeStaffLink,
    scope: "record",
    reads: "person",
    // A session that the activity does not have is refused once the scope is judged.
    args: (things, place) => ({
      kind: "check-in" as const,
      activityId: things[place].activityId,
      dealerId: things[place].dealerId,
      sessionId: "404",
      days: 1,
    }),
    succeeds: ({ things }) => ({
      kind: "check-in" as const,
      activityId: things.ownDealer.activityId,
      dealerId: things.ownDealer.dealerId,
      sessionId: null,
      days: 1,
    }),
  }),
  accessRow({
    call: revokeStaffLinks,
    scope: "none",
    scopeShownIn: "server/staff-link/console/links.routes.test.ts",
    args: () => ({ selection: { ids: ["404"] } }),
    succeeds: async ({ app, things }) => {
      const { activityId, dealerId } = things.ownDealer;
      return { selection: { ids: [await addDeskLink(app, activityId, dealerId)] } };
    },
  }),
];
