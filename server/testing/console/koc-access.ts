import {
  listKocApplications,
  reviewKocApplications,
  showKocApplication,
} from "#contract/console/koc/applications.ts";
import { accessRow, type AccessRow } from "./access-row.ts";
import { addKocApplication } from "../samples/sample-koc.ts";

const accept = { kind: "accept" } as const;
/** Access of the calls about KOC applications; those of the things are accepted. */
export const kocAccess: readonly AccessRow[] = [
  accessRow({
    call: listKocApplications,
    scope: "list",
    reads: "person",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ kocId }) => kocId === things[place].kocId),
  }),
  accessRow({
    call: showKocApplication,
    scope: "record",
    reads: "person",
    args: (things, place) => ({ kocId: things[place].kocId }),
  }),
  accessRow({
    call: reviewKocApplications,
    scope: "record",
    reads: "person",
    args: (things, place) => ({ selection: { ids: [things[place].kocId] }, decision: accept }),
    succeeds: async ({ app, things }) => ({
      selection: { ids: [await addKocApplication(app, things.ownDealer.activityId, "13500000777")] },
      decision: accept,
    }),
  }),
];
