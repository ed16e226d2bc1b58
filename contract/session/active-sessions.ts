import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { moment, smsCode } from "../core/fields.ts";
import { clientNames } from "../host/hosts.ts";

/** Sessions that a person can have at a time; with one more, the one that was unused longest ends (ASVS 7.1.2). */
export const maxSessions = 20;

/** Systems of devices, as far as a browser tells. */
export const deviceSystems = ["ios", "android", "harmony", "windows", "mac", "other"] as const;

/** A session of the caller's. */
export const activeSession = z.object({
  /** By what it is ended; no token, and good for nothing else. */
  sessionId: z.uuid(),
  /** Where it was opened, by the browser's own word; null: opened before that was kept. */
  client: z.nullable(z.enum(clientNames)),
  system: z.nullable(z.enum(deviceSystems)),
  /** The city's name, by the network address at that time; null: not known. */
  city: z.nullable(z.string()),
  createdTime: moment,
  /** Of the last call that was made by it, to ten minutes. */
  usedTime: moment,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type ActiveSession = z.output<typeof activeSession>;

/** The caller's sessions that are good at this moment: the one that asks first, then by their last use. */
export const listSessions = defineCall({
  name: "listSessions",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/sessions/list"],
  who: "user",
  args: z.object({}),
  result: z.array(activeSession),
  refusals: [],
});

/**
 * Ends one of the caller's sessions, or all but the one that asks: dead at once, in every process. The
 * built-in provider's sessions of the account end with it, so that another login there asks who it is.
 * The caller logged in within the last ten minutes, or proves who they are by an SMS code of scene "confirm" to
 * their mobile, which counts for ten minutes too; without either the answer is 601 with the field `smsCode`.
 * One that is gone already, or is another person's: `ended` 0.
 */
export const endSessions = defineCall({
  name: "endSessions",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/sessions/end"],
  who: "user",
  args: z.object({
    /** Left out: all but the one that asks. */
    sessionId: z.optional(z.uuid("编号不正确")),
    /** Of whoever logged in longer ago. */
    smsCode: z.optional(smsCode),
  }),
  result: z.object({ ended: z.int() }),
  /** conflict: without a mobile, and the login is older than ten minutes. */
  refusals: ["smsCodeWrong", "smsCodeLocked", "conflict"],
});
