import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Doors by which something was done: console, command, staff link, a shopper's page, the server itself. */
export const auditDoor = z.enum(["console", "command", "staff", "shopper", "server"]);
export type AuditDoor = z.output<typeof auditDoor>;
const day = z.iso.date("日期不正确");
const word = z.string().check(z.regex(/^[A-Za-z0-9 ._:-]{1,60}$/, "编号不正确"));

/** Filter of the entries; `find`: the whole id of a thing, a person, an operator, a request or an entry. */
const auditFilter = z.object({
  operatorIds: z.optional(z.array(id).check(z.maxLength(20))),
  actions: z.optional(z.array(word).check(z.maxLength(60))),
  doors: z.optional(z.array(auditDoor).check(z.maxLength(5))),
  from: z.optional(day),
  to: z.optional(day),
  aboutKind: z.optional(word),
  find: z.optional(z.string().check(upTo(60))),
});
export type AuditFilter = z.output<typeof auditFilter>;

const auditEntry = z.object({
  auditId: id,
  /** To the second, Shanghai's. */
  time: timestamp,
  milliseconds: z.int(),
  door: auditDoor,
  /** Kind of the actor: user, staff, operator, system. */
  actorKind: z.string(),
  actorId: z.nullable(z.string()),
  /** Name of an operator; null: no operator, or one who is gone. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  actionName: z.string(),
  aboutKind: z.string(),
  aboutName: z.string(),
  aboutId: z.nullable(z.string()),
  /** Title or name of a thing that is no person; null: it has none, or is gone. */
  aboutTitle: z.nullable(z.string()),
  /** Client or part of the product: console, command, wechat. */
  host: z.string(),
  outcome: z.string(),
  /** Words of a fixed outcome; null: the outcome is an id or a figure. */
  outcomeName: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type ListedAuditEntry = z.output<typeof auditEntry>;

/** Entries of the audit log. Opening the list is an entry as well, once in ten minutes. */
export const listAuditEntries = defineOperatorCall({
  name: "listAuditEntries",
  path: "audit",
  kind: "read",
  right: "audit.read",
  args: operatorListArgs(auditFilter, ["time"]),
  result: listPage(auditEntry),
  refusals: ["invalid"],
});

/** Choices of the filters: all actions with their words, and all operators. */
export const listAuditChoices = defineOperatorCall({
  name: "listAuditChoices",
  path: "audit/choices",
  kind: "read",
  right: "audit.read",
  args: z.object({}),
  result: z.object({
    actions: z.array(z.object({ action: z.string(), name: z.string() })),
    operators: z.array(z.object({ operatorId: id, name: z.string() })),
  }),
  refusals: [],
});

const daySeal = z.object({
  day,
  lines: z.int(),
  seal: z.string(),
  /** Seal of the day before; empty: the first day. */
  previous: z.string(),
  sealedTime: timestamp,
  /** false: its entries are older than they are kept; the seal stays. */
  isKept: z.boolean(),
});
export type DaySeal = z.output<typeof daySeal>;
/** Days of one page of seals. */
export const SEALS_PER_PAGE = 14;
/** Seals of the closed days, the latest first, and how many days follow one another without a gap. */
export const listAuditSeals = defineOperatorCall({
  name: "listAuditSeals",
  path: "audit/seals",
  kind: "read",
  right: "audit.read",
  args: z.object({ before: z.optional(day) }),
  result: z.object({ seals: z.array(daySeal), hasMore: z.boolean(), unbrokenDays: z.int() }),
  refusals: [],
});

const lineFault = z.object({
  kind: z.enum(["altered", "missing", "added", "moved", "unreadable"]),
  line: z.int(),
  auditId: z.nullable(z.string()),
});
/** Faults of a day that are shown. */
export const SHOWN_FAULTS = 20;
/** Compares a day's entries with its seal (requirement CO103). `isChained`: the seal follows from the one before. */
export const checkAuditDay = defineOperatorCall({
  name: "checkAuditDay",
  path: "audit/check",
  kind: "read",
  right: "audit.read",
  args: z.object({ day }),
  result: z.object({
    day,
    seal: z.string(),
    isChained: z.boolean(),
    faults: z.array(lineFault),
    faultCount: z.int(),
  }),
  refusals: ["notFound"],
});
export type DayCheck = z.output<typeof checkAuditDay.result>;

/** A part of a sealed day as JSON lines with its seal; `next` null: the last part. Each download is an entry. */
export const downloadAuditDay = defineOperatorCall({
  name: "downloadAuditDay",
  path: "audit/download",
  kind: "read",
  right: "audit.read",
  args: z.object({ day, after: z.optional(z.int().check(z.minimum(0))) }),
  result: z.object({ text: z.string(), next: z.nullable(z.int()) }),
  refusals: ["notFound"],
});
