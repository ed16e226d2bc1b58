import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { leadFilter } from "../leads.ts";
import { bulkSelection } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

const selection = bulkSelection(leadFilter);
export type LeadSelection = z.output<typeof selection>;
/**
 * Ways of assigning: to one operator; evenly to several; to the staff of each lead's dealer, evenly among them
 * (requirement CO62).
 */
const way = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("one"), operatorId: id }),
  z.object({
    kind: z.literal("evenly"),
    operatorIds: z.array(id).check(z.minLength(1, "请选择负责人"), z.maxLength(50)),
  }),
  z.object({ kind: z.literal("byDealer") }),
]);
export type AssignmentWay = z.output<typeof way>;

/** Operators to whom leads in scope may be assigned, with their open leads. */
export const listLeadAssignees = defineOperatorCall({
  name: "listLeadAssignees",
  path: "leads/assignees",
  kind: "read",
  right: "lead.read",
  args: z.object({ dealerId: z.optional(id) }),
  result: z.object({
    assignees: z.array(z.object({ operatorId: id, name: z.string(), open: z.int() })),
  }),
  refusals: [],
});
export type LeadAssignees = z.output<typeof listLeadAssignees.result>;

const planned = z.object({
  count: z.int(),
  able: z.int(),
  refused: z.array(z.object({ fault: z.string(), count: z.int() })),
  /** Leads that each operator would get. */
  shares: z.array(z.object({ operatorId: id, added: z.int() })),
  /** Leads that have another operator now. */
  reassigned: z.int(),
});
/** Counts what an assignment would do; writes nothing. */
export const planLeadAssignment = defineOperatorCall({
  name: "planLeadAssignment",
  path: "leads/assign/plan",
  kind: "read",
  right: "lead.assign",
  args: z.object({ selection, way }),
  result: planned,
  refusals: ["listChanged"],
});
/** Assigns open leads as a job, which can be undone for a day. */
export const assignLeads = defineOperatorCall({
  name: "assignLeads",
  path: "leads/assign",
  kind: "write",
  right: "lead.assign",
  args: z.object({ selection, way }),
  result: z.object({ jobId: id, count: z.int() }),
  refusals: ["listChanged"],
});

const day = z.iso.date("日期不正确");
/** Working days that differ from Monday to Friday, and the hour at which a working day ends, Shanghai's. */
export const showWorkingDays = defineOperatorCall({
  name: "showWorkingDays",
  path: "sla",
  kind: "read",
  right: "lead.read",
  reach: "counts",
  args: z.object({}),
  result: z.object({
    endHour: z.int(),
    days: z.array(z.object({ day, isWorking: z.boolean() })),
    /** When a lead that is left now is due. */
    dueTime: timestamp,
  }),
  refusals: [],
});
export type WorkingDays = z.output<typeof showWorkingDays.result>;
/** Sets or removes days that differ from Monday to Friday. */
export const saveWorkingDays = defineOperatorCall({
  name: "saveWorkingDays",
  path: "sla/save",
  kind: "write",
  right: "setting.write",
  args: z.object({
    days: z
      .array(z.object({ day, /** null: as the day of the week says. */ isWorking: z.nullable(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(400)),
  }),
  result: z.object({}),
  refusals: [],
});
