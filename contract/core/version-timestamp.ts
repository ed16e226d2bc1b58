import "./call.ts";
import * as z from "zod/mini";

/**
 * A moment as an answer told it, to the second, by which a caller names what they have seen. Of years that no answer
 * tells some are none to a database: they are faults of the form, not of ours. @param error what a person reads then
 */
export const versionTimestamp = (error: string) =>
  z.iso.datetime({ offset: true, error }).check(z.regex(/^2[0-9]{3}-/, error));
