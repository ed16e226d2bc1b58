import "./call.ts";
import * as z from "zod/mini";

/**
 * A timestamp from an earlier response, to the second, by which a caller names the version that they have
 * seen. Years outside 2000–2999 never occur in a response and could exceed the database's range, so they are
 * rejected as invalid input.
 * @param error validation message
 */
export const versionTimestamp = (error: string) =>
  z.iso.datetime({ offset: true, error }).check(z.regex(/^2[0-9]{3}-/, error));
