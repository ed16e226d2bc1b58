import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { timestamp, smsCode } from "../core/fields.ts";
import { clientNames } from "../host/hosts.ts";

/** Maximum number of sessions per person; one more ends the least recently used (ASVS 7.1.2). */
export const maxSessions = 20;

/** Device systems, as reported by the browser. */
export const deviceSystems = ["ios", "android", "harmony", "windows", "mac", "other"] as const;

/** A session of the caller. */
const activeSession = z.object({
  /** Id to end it; not a token, and of no other use. */
  sessionId: z.uuid(),
  /** Client environment reported by the browser at login; null: opened before this was recorded. */
  client: z.nullable(z.enum(clientNames)),
  system: z.nullable(z.enum(deviceSystems)),
  /** Name of the city, by the network address at login; null: unknown. */
  city: z.nullable(z.string()),
  createdTime: timestamp,
  /** Time of the last call with it, to ten minutes. */
  usedTime: timestamp,
  /** Whether it is the session of this call. */
  isThis: z.boolean(),
});
export type ActiveSession = z.output<typeof activeSession>;

/** The caller's active sessions: the current one first, then by their last use. */
export const listSessions = defineCall({
  name: "listSessions",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/sessions/list"],
  audience: "user",
  args: z.object({}),
  result: z.array(activeSession),
  refusals: [],
});

/**
 * Ends one of the caller's sessions, or all but the current one: invalid at once, in every process. The
 * built-in provider's sessions of the account end too, so that another login there requires credentials. The
 * caller must have logged in within the last ten minutes, or verify an SMS code of scene "confirm" to their
 * mobile, which is valid for ten minutes too; otherwise the response is 601 with the field `smsCode`. For an
 * already ended session, or another person's: `ended` 0.
 */
export const endSessions = defineCall({
  name: "endSessions",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/sessions/end"],
  audience: "user",
  acts: false,
  security: "logout",
  args: z.object({
    /** Absent: all but the current one. */
    sessionId: z.optional(z.uuid("编号不正确")),
    /** Required if the login is older than ten minutes. */
    smsCode: z.optional(smsCode),
  }),
  result: z.object({ ended: z.int() }),
  /** conflict: without a mobile, and the login is older than ten minutes. */
  refusals: ["smsCodeWrong", "smsCodeLocked", "conflict"],
});
