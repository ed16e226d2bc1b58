import * as z from "zod/mini";
import { id } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Days of the figures. */
const figureDays = [7, 30, 90] as const;
const counts = {
  /** Decisions, without those that their operator took back. */
  decided: z.int(),
  rejected: z.int(),
  hidden: z.int(),
  removed: z.int(),
  barred: z.int(),
  /** Median time from the oldest complaint to the decision, min; null: no complaint decided. */
  medianMinutes: z.nullable(z.int()),
  /** Decided more than 24 hours after the complaint. */
  late: z.int(),
  /** Changed later, or taken back by somebody else. */
  reversed: z.int(),
};
/** Waiting complaints, and decisions of the last days, in all and by operator. */
export const showClubFigures = defineOperatorCall({
  name: "showClubFigures",
  path: "club/figures",
  kind: "read",
  right: "club.read",
  reach: "counts",
  args: z.object({ days: z.literal(figureDays) }),
  result: z.object({
    open: z.int(),
    overdue: z.int(),
    /** Age of the oldest open complaint, min; null: none is open. */
    oldestMinutes: z.nullable(z.int()),
    reviews: z.int(),
    hidden: z.int(),
    barred: z.int(),
    total: z.object(counts),
    /** By operator; `operatorId` null: by complaint links. */
    moderators: z.array(z.object({ operatorId: z.nullable(id), name: z.string(), ...counts })),
  }),
  refusals: [],
});
export type ClubFigures = z.output<typeof showClubFigures.result>;
