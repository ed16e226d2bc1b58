import * as z from "zod/mini";
import { id } from "../../core/fields.ts";
import { leadFilter } from "../leads.ts";
import { bulkSelection } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

const selection = bulkSelection(leadFilter);
/** Result that can be recorded for many leads: what was agreed with a customer is recorded one by one. */
const result = z.enum(["missed", "declined"]);
export type BulkLeadResult = z.output<typeof result>;

const planned = z.object({
  count: z.int(),
  able: z.int(),
  refused: z.array(z.object({ fault: z.string(), count: z.int() })),
});
export type LeadBulkPlan = z.output<typeof planned>;
const started = z.object({ jobId: id, count: z.int() });

/** Counts what recording a result for many leads would do; writes nothing. */
export const planLeadMarks = defineOperatorCall({
  name: "planLeadMarks",
  path: "leads/mark-many/plan",
  kind: "read",
  right: "lead.mark",
  args: z.object({ selection, result }),
  result: planned,
  refusals: ["listChanged"],
});
/** Records a result for open leads as a job, which can be undone for a day. */
export const markLeads = defineOperatorCall({
  name: "markLeads",
  path: "leads/mark-many",
  kind: "write",
  right: "lead.mark",
  args: z.object({ selection, result }),
  result: started,
  refusals: ["listChanged"],
});

/** Counts what reminding would do; writes nothing. */
export const planLeadReminders = defineOperatorCall({
  name: "planLeadReminders",
  path: "leads/remind/plan",
  kind: "read",
  right: "lead.assign",
  args: z.object({ selection }),
  result: planned,
  refusals: ["listChanged"],
});
/**
 * 催办: marks overdue leads as reminded, as a job, for whoever has to call them; once an hour each. It is shown in the list,
 * on the board and at the lead; nothing is sent.
 */
export const remindLeads = defineOperatorCall({
  name: "remindLeads",
  path: "leads/remind",
  kind: "write",
  right: "lead.assign",
  args: z.object({ selection }),
  result: started,
  refusals: ["listChanged"],
});
