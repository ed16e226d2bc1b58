import * as z from "zod/mini";
import { brand } from "../core/brand.ts";
import { id, timestamp } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { operatorRightNames, operatorRoleNames, rightReaches } from "./rights.ts";
import { grantScope } from "./scope.ts";

/** A role of an operator within a scope. */
export const grantView = z.object({
  grantId: id,
  role: z.enum(operatorRoleNames),
  scope: grantScope,
  /** "directory": given by the staff directory at login, and not changed by hand. */
  source: z.enum(["hand", "directory"]),
});
export type GrantView = z.output<typeof grantView>;

/** Right that any grant contains, with its widest reach; the menu and the buttons show what it allows. */
const heldRight = z.object({ right: z.enum(operatorRightNames), reach: z.enum(rightReaches) });

/** The logged-in operator, what they may do, and facts that every page of the console needs. */
const operatorSession = z.object({
  operator: z.object({ operatorId: id, name: z.string() }),
  grants: z.array(grantView),
  rights: z.array(heldRight),
  brand: z.pick(brand, { name: true, latin: true, logo: true, theme: true, copyright: true }),
  session: z.object({
    sessionId: id,
    /** End in any case; it ends earlier when it is not used. */
    expiresTime: timestamp,
    idleMinutes: z.int(),
    /** End of the validity of the last step-up; null: none is valid. */
    stepUpUntil: z.nullable(timestamp),
  }),
  /** Whether the account is one of the staff directory, whose password and second factor are not ours. */
  isDirectoryAccount: z.boolean(),
  /** Unused recovery codes and the last use of one, which the operator is told of; null: the account has none. */
  recoveryCodes: z.nullable(z.object({ left: z.int(), usedTime: z.nullable(timestamp) })),
  serverTime: timestamp,
});
export type OperatorSession = z.output<typeof operatorSession>;

/** The logged-in operator; without a session 401, and the console shows its login. */
export const showOperatorSession = defineOperatorCall({
  name: "showOperatorSession",
  path: "session/me",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: operatorSession,
  refusals: [],
});

export const loginMethods = ["passkey", "totp", "recovery", "directory", "simulator"] as const;
/** One of the caller's own sessions. */
const listedSession = z.object({
  sessionId: id,
  method: z.enum(loginMethods),
  /** Browser and system, for example `Chrome · Windows`. */
  browser: z.string(),
  /** Network of the login; IPv6: its first 64 bits. */
  network: z.string(),
  createdTime: timestamp,
  /** Last use, exact to a minute. */
  usedTime: timestamp,
  isThis: z.boolean(),
});
export type ListedOperatorSession = z.output<typeof listedSession>;

/** The caller's live sessions, the last used one first. */
export const listOperatorSessions = defineOperatorCall({
  name: "listOperatorSessions",
  path: "session/list",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: z.object({ sessions: z.array(listedSession) }),
  refusals: [],
});

/** Ends one of the caller's sessions; without an id the current one, as 退出登录 does; or all others. */
export const endOperatorSession = defineOperatorCall({
  name: "endOperatorSession",
  path: "session/end",
  kind: "write",
  right: "self",
  args: z.object({ sessionId: z.optional(z.union([id, z.literal("others")])) }),
  result: z.object({ ended: z.int() }),
  refusals: [],
});
