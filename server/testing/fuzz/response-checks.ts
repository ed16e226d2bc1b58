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
const MARKUP_BACK = /<img src=x onerror=markup7|<script>markup7/i;

const one = (value: string | string[] | undefined): string => String(value ?? "");

function findBodyFaults({ headers, body }: FuzzResponse, shot: FuzzRequest): string[] {
  const type = one(headers["content-type"]);
  const wrong: string[] = [];
  if (MARKUP_BACK.test(body) && !type.startsWith("application/json")) wrong.push("markup comes back");
  if (type !== "" && one(headers["x-content-type-options"]) !== "nosniff" && !type.startsWith("image/gif"))
    wrong.push("no nosniff");
  if (INTERNAL_DETAILS.test(body)) wrong.push("tells of its inside");
  if (shot.call !== null && body !== "") {
    try {
      const { code } = JSON.parse(body) as { code?: unknown };
      // The success code of one call is a number.
      if (typeof code !== "string" && code !== shot.call.success) wrong.push("no envelope");
    } catch {
      wrong.push("no JSON");
    }
  }
  return wrong;
}

/**
 * Faults of an answer to hostile input; empty if there are none. The flow engine's statuses over 599 are
 * refusals, not faults.
 * @param slowMs duration that counts as hanging
 */
export function findResponseFaults(shot: FuzzRequest, landed: FuzzResponse, slowMs: number): string[] {
  const wrong = findBodyFaults(landed, shot);
  const { status, headers, ms } = landed;
  if (status >= 500 && status < 600) wrong.push(`answers ${status}`);
  if (ms > slowMs) wrong.push(`takes ${Math.round(ms)} ms`);
  const location = one(headers["location"]);
  if (location !== "") {
    const host = URL.parse(location, "http://own.invalid")?.hostname ?? "nowhere";
    if (host.endsWith(FOREIGN_HOST) || !/^(https?:|\/)/i.test(location)) wrong.push(`leads to ${location}`);
  }
  if (one(headers["access-control-allow-origin"]).includes(FOREIGN_HOST))
    wrong.push("lets a foreign origin read");
  if (headers["x-powered-by"] !== undefined) wrong.push("tells what it runs on");
  if (one(headers["set-cookie"]).startsWith("a=b")) wrong.push("sets a cookie that was sent to it");
  return wrong;
}
