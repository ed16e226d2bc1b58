import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { staffLink, timestamp } from "../core/fields.ts";

const path = "cop-marketing-activity/api/v1/compose/preview-link";

/**
 * Creates an address that shows the page as saved, published or not, to everybody who has it (requirement C17). It is
 * valid for seven days, and not longer than the link; the answer is the only place that has it.
 */
export const createPreviewLink = defineCall({
  name: "createPreviewLink",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "anyone",
  args: z.object({ link: staffLink }),
  result: z.object({ url: z.string(), expiresTime: timestamp }),
  refusals: ["notFound"],
});
export type PreviewLink = z.output<typeof createPreviewLink.result>;

/** Revokes all addresses that show the page before it is published. */
export const revokePreviewLinks = defineCall({
  name: "revokePreviewLinks",
  method: "POST",
  base: "api",
  paths: [`${path}/revoke`],
  audience: "anyone",
  args: z.object({ link: staffLink }),
  /** Number of addresses that were valid until now. */
  result: z.object({ revoked: z.int() }),
  refusals: ["notFound"],
});
