import { defineCall } from "./call.ts";
import * as z from "zod/mini";
import { moment } from "./fields.ts";

/** Rows of one kind that are held about a person. */
const personalSection = z.object({
  /** Of the table, as docs/security.md names it. */
  name: z.string(),
  /** What it is, in the person's words. */
  title: z.string(),
  /** As they are held, opened; without secrets of the server's own (password's and tokens' hashes, lookup keys). */
  rows: z.array(z.record(z.string(), z.unknown())),
  /** There are more than an export holds: `rows` are the newest. */
  isCut: z.boolean(),
});

/**
 * Everything that is held about the caller, as one document (PIPL article 45). Pictures stand with an
 * address of ten minutes. At most 5 a day; each is noted in the audit log.
 */
export const exportPersonalData = defineCall({
  name: "exportPersonalData",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/personal-data/export"],
  who: "user",
  args: z.object({}),
  result: z.object({ createdTime: moment, sections: z.array(personalSection) }),
  /** tooMany: 5 a day. */
  refusals: [],
});
