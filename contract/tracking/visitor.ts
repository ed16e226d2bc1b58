import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";

/**
 * Links the caller's browser with the caller, so that the events from before the login are the person's in an export and
 * an erasure (requirement X19). The browser sends the secret from which its anonymous id was derived: an event, which
 * anybody can send, names the id only, and so decides about nobody's data.
 */
export const linkVisitor = defineCall({
  name: "linkVisitor",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/one-app/visitors"],
  audience: "user",
  acts: false,
  args: z.object({
    /** The browser's secret: 16 random bytes in hex, which no event contains. */
    proof: z.string().check(z.regex(/^[0-9a-f]{32}$/, "访客凭证不正确")),
  }),
  result: z.null(),
  refusals: [],
});
