import type { FuzzRequest } from "./requests.ts";
import { FOREIGN_HOST } from "./values.ts";

/** An answer, and its duration in ms. */
export type FuzzResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly ms: number;
};

/** Internal details: a stack, a path, a statement, a driver's message. */
const INTERNAL_DETAILS =
  /\n\s+at \S|node_modules|\/server\/[\w/-]+\.ts|syntax error at|violates \w+ constraint|\binvalid byte sequence|\bunexpected token\b.*JSON|ECONN|ENOENT|\bTypeError\b|\bZodError\b/i;
const RETURNED_MARKUP = /<img src=x onerror=markup7|<script>markup7/i;

const headerText = (value: string | string[] | undefined): string => String(value ?? "");

function findBodyFaults({ headers, body }: FuzzResponse, request: FuzzRequest): string[] {
  const type = headerText(headers["content-type"]);
  const problems: string[] = [];
  if (RETURNED_MARKUP.test(body) && !type.startsWith("application/json")) problems.push("returns markup");
  if (
    type !== "" &&
    headerText(headers["x-content-type-options"]) !== "nosniff" &&
    !type.startsWith("image/gif")
  )
    problems.push("no nosniff");
  if (INTERNAL_DETAILS.test(body)) problems.push("reveals internal details");
  if (request.call !== null && body !== "") {
    try {
      const { code } = JSON.parse(body) as { code?: unknown };
      // The success code of one call is a number.
      if (typeof code !== "string" && code !== request.call.success) problems.push("no envelope");
    } catch {
      problems.push("no JSON");
    }
  }
  return problems;
}

/**
 * Faults of an answer to hostile input; empty if there are none. The flow engine's statuses over 599 are
 * refusals, not faults.
 * @param slowMs duration that counts as hanging
 */
export function findResponseFaults(request: FuzzRequest, response: FuzzResponse, slowMs: number): string[] {
  const problems = findBodyFaults(response, request);
  const { status, headers, ms } = response;
  if (status >= 500 && status < 600) problems.push(`answers ${status}`);
  if (ms > slowMs) problems.push(`takes ${Math.round(ms)} ms`);
  const location = headerText(headers["location"]);
  if (location !== "") {
    const host = URL.parse(location, "http://own.invalid")?.hostname ?? "nowhere";
    if (host.endsWith(FOREIGN_HOST) || !/^(https?:|\/)/i.test(location))
      problems.push(`redirects to ${location}`);
  }
  if (headerText(headers["access-control-allow-origin"]).includes(FOREIGN_HOST))
    problems.push("allows a foreign origin");
  if (headers["x-powered-by"] !== undefined) problems.push("reveals its server software");
  if (headerText(headers["set-cookie"]).startsWith("a=b")) problems.push("sets a cookie from the request");
  return problems;
}
