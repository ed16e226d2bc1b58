import * as z from "zod/mini";
import { id, mobile, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Working days within which a request is answered. */
export const ANSWER_WORKING_DAYS = 15;
/** Time for which a copy waits to be fetched, hours. */
export const COPY_HOURS = 24;

export const rightsRequestKind = z.enum(["export", "erase"], "请选择请求类型");
export type RightsRequestKind = z.output<typeof rightsRequestKind>;
/** How the person asked. */
export const rightsRequestChannel = z.enum(
  ["phone", "mail", "letter", "visit", "authority"],
  "请选择提出方式",
);
export type RightsRequestChannel = z.output<typeof rightsRequestChannel>;
/**
 * "taken": not identified yet; "identified": to be exported or erased; "copyReady": the copy waits to be fetched;
 * "erasureAsked": waits for the second person; "handled": fetched or erased, to be closed.
 */
export const rightsRequestState = z.enum([
  "taken",
  "identified",
  "copyReady",
  "erasureAsked",
  "handled",
  "closed",
]);
export type RightsRequestState = z.output<typeof rightsRequestState>;
/** How a request ends; "done" only after the copy was fetched, or the person erased. */
export const rightsRequestOutcome = z.enum(
  ["done", "unidentified", "refused", "withdrawn"],
  "请选择办结结果",
);
export type RightsRequestOutcome = z.output<typeof rightsRequestOutcome>;
/** How the person was told. */
export const rightsRequestTold = z.enum(["phone", "mail", "letter", "visit"], "请选择告知方式");
export type RightsRequestTold = z.output<typeof rightsRequestTold>;

const listedRequest = z.object({
  requestId: id,
  kind: rightsRequestKind,
  channel: rightsRequestChannel,
  state: rightsRequestState,
  outcome: z.nullable(rightsRequestOutcome),
  receivedTime: timestamp,
  dueTime: timestamp,
  isOverdue: z.boolean(),
  /** Working days until it is due, today not counted; 0: today, or overdue. */
  daysLeft: z.int(),
  takenBy: z.string(),
  /** Masked; null: not identified, closed, or without a mobile. */
  mobile: z.nullable(z.string()),
  closedTime: z.nullable(timestamp),
});
export type ListedRightsRequest = z.output<typeof listedRequest>;

const requestFilter = z.object({
  states: z.optional(z.array(rightsRequestState).check(z.maxLength(6))),
  kinds: z.optional(z.array(rightsRequestKind).check(z.maxLength(2))),
  isOverdue: z.optional(z.boolean()),
});
/** Requests in scope, the ones that are due first. */
export const listRightsRequests = defineOperatorCall({
  name: "listRightsRequests",
  path: "rights-requests",
  kind: "read",
  right: "rights.handle",
  args: operatorListArgs(requestFilter, ["due", "received"]),
  result: listPage(listedRequest),
  refusals: [],
});

/** A step with its operator. */
const step = z.object({
  kind: z.enum(["taken", "identified", "exported", "fetched", "erasureAsked", "erased", "closed"]),
  time: timestamp,
  /** null: the person themselves, or an operator who is gone. */
  by: z.nullable(z.string()),
});
const shownRequest = z.object({
  ...listedRequest.shape,
  revision: z.int(),
  /** Typed when it was taken in; gone once it is closed. */
  words: z.nullable(z.string()),
  identifiedHow: z.nullable(z.enum(["mobile", "order"])),
  told: z.nullable(rightsRequestTold),
  steps: z.array(step),
  /** The copy is deleted then, fetched or not; null: there is none. */
  copyUntil: z.nullable(timestamp),
  /** The erasure waits for another operator than the caller. */
  isOwnErasure: z.boolean(),
});
export type ShownRightsRequest = z.output<typeof shownRequest>;
const requestResult = z.object({ request: shownRequest });
export const showRightsRequest = defineOperatorCall({
  name: "showRightsRequest",
  path: "rights-requests/show",
  kind: "read",
  right: "rights.handle",
  args: z.object({ requestId: id }),
  result: requestResult,
  refusals: ["notFound"],
});

/** Takes a request in; the due date counts from the day on which it was received. */
export const takeInRightsRequest = defineOperatorCall({
  name: "takeInRightsRequest",
  path: "rights-requests/take-in",
  kind: "write",
  right: "rights.handle",
  args: z.object({
    kind: rightsRequestKind,
    channel: rightsRequestChannel,
    receivedDay: z.iso.date("请选择收到日期"),
    words: z.optional(z.string().check(upTo(500, "说明最多 500 个字"))),
  }),
  result: z.object({ requestId: id }),
  refusals: ["invalid"],
});

const based = { requestId: id, basedOn: z.int() } as const;
/** Connects a request with the person, by the whole mobile or the number of an order. */
export const identifyRightsRequester = defineOperatorCall({
  name: "identifyRightsRequester",
  path: "rights-requests/identify",
  kind: "write",
  right: "rights.handle",
  args: z.object({
    ...based,
    by: z.union([
      z.object({ mobile }),
      z.object({ orderNo: z.string("请填写订单号").check(z.regex(/^[A-Z0-9]{6,32}$/, "订单号不正确")) }),
    ]),
  }),
  result: requestResult,
  refusals: ["notFound", "stateChanged", "invalid"],
});

/** Makes the person's copy, which is kept encrypted until it is fetched. */
export const makeRightsCopy = defineOperatorCall({
  name: "makeRightsCopy",
  path: "rights-requests/export",
  kind: "write",
  right: "rights.handle",
  stepUp: true,
  args: z.object(based),
  result: requestResult,
  refusals: ["notFound", "stateChanged"],
});
/** Gives the copy out once, and deletes it. */
export const fetchRightsCopy = defineOperatorCall({
  name: "fetchRightsCopy",
  path: "rights-requests/fetch",
  kind: "write",
  right: "rights.handle",
  stepUp: true,
  isShownOnce: true,
  args: z.object(based),
  result: z.object({ text: z.string() }),
  refusals: ["notFound", "stateChanged"],
});

/** Asks another operator for the erasure. */
export const askErasure = defineOperatorCall({
  name: "askErasure",
  path: "rights-requests/ask-erasure",
  kind: "write",
  right: "rights.handle",
  stepUp: true,
  args: z.object(based),
  result: requestResult,
  refusals: ["notFound", "stateChanged"],
});
/** Erases the person, as the second operator (requirement CO105). */
export const confirmErasure = defineOperatorCall({
  name: "confirmErasure",
  path: "rights-requests/erase",
  kind: "write",
  right: "rights.handle",
  stepUp: true,
  waitsOutside: true,
  args: z.object(based),
  result: requestResult,
  refusals: ["notFound", "stateChanged", "secondPerson", "conflict"],
});

/** Closes a request with what the person was told; after it the request names nobody. */
export const closeRightsRequest = defineOperatorCall({
  name: "closeRightsRequest",
  path: "rights-requests/close",
  kind: "write",
  right: "rights.handle",
  args: z.object({ ...based, outcome: rightsRequestOutcome, told: rightsRequestTold }),
  result: requestResult,
  refusals: ["notFound", "stateChanged"],
});

const inventoryTable = z.object({
  name: z.string(),
  title: z.string(),
  erased: z.enum(["deleted", "unlinked", "kept"]),
  isExported: z.boolean(),
});
/** Tables with personal data, and what an export and an erasure do with each. */
export const showPersonalDataInventory = defineOperatorCall({
  name: "showPersonalDataInventory",
  path: "rights-requests/inventory",
  kind: "read",
  right: "rights.handle",
  args: z.object({}),
  result: z.object({ tables: z.array(inventoryTable) }),
  refusals: [],
});
export type InventoryTable = z.output<typeof inventoryTable>;
