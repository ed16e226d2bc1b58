import type { FastifyBaseLogger } from "fastify";
import type { Call } from "#contract/core/call.ts";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import type { Caller } from "../pipeline/caller.ts";

/** Refusals of authentication, authorisation, captchas and malformed requests; logged for every call. */
const loggedRefusals: ReadonlySet<RefusalName> = new Set([
  "unauthenticated",
  "forbidden",
  "noPermission",
  "badRequest",
  "captchaFailed",
  "smsCodeWrong",
  "smsCodeLocked",
  "passwordWrong",
  "tooMany",
]);
/**
 * Maximum rate of lines of one budget. Further ones are only counted, so that a flood of requests cannot fill the disk.
 */
const MAX_LINES_PER_SECOND = 100;
/** Refusals because the product fails, which says nothing about the caller, and their rate for all calls together. */
const failures: ReadonlySet<string> = new Set<RefusalName>(["unreachable", "internal"]);
const MAX_FAILURES_PER_SECOND = 4;

/** A call of the contract, or one of the maker's systems. */
type LoggedCall = Pick<Call, "name" | "security">;

type SecurityEvent = {
  readonly call: string;
  /** The declaration's `security`; absent: another call, which was refused. */
  readonly kind?: Call["security"];
  /** "done" or the name of the refusal. */
  readonly outcome: string;
  readonly reqId: string;
  readonly user?: string;
  /** Public id of the person who has logged in. */
  readonly openId?: string;
};

/**
 * Budgets of lines. A security-relevant call has one for each of its outcomes, all other calls together one for each
 * refusal, so that no flood hides a line of another kind, and failed logins never hide a success. Failures of the product
 * share one, since an outage fails every call (requirement HA28).
 */
function budgetOf({ call, kind, outcome }: SecurityEvent): { budget: string; most: number } {
  if (failures.has(outcome)) return { budget: "failures", most: MAX_FAILURES_PER_SECOND };
  return { budget: kind === undefined ? outcome : `${call} ${outcome}`, most: MAX_LINES_PER_SECOND };
}

/** The public id in the result of a login; undefined: another result. */
function openIdOf(result: unknown): string | undefined {
  const { userInfo } = (result ?? {}) as { userInfo?: { openId?: unknown } };
  return typeof userInfo?.openId === "string" ? userInfo.openId : undefined;
}

/**
 * Logs security-relevant calls, as the contract declares them (`security`), with every outcome, and refusals of other
 * calls (ASVS 16.3.1 to 16.3.3): one line each with the call and the ids of the request and the person; no IP address,
 * mobile, code or token. Lines are written unless LOG_LEVEL is "error" or less.
 */
export class SecurityLog {
  readonly #log: FastifyBaseLogger;
  readonly #now: () => number;
  #second = 0;
  /** Lines of the current second by budget. */
  readonly #lines = new Map<string, number>();
  /** Lines of the current second that were not written, by budget. */
  readonly #left = new Map<string, number>();
  constructor(log: FastifyBaseLogger, now: () => number = () => performance.now()) {
    const isQuiet = ["silent", "fatal", "error"].includes(log.level);
    this.#log = isQuiet ? log : log.child({ about: "security" }, { level: "info" });
    this.#now = now;
  }

  /** @param result of the call; a login's contains the person's public id */
  succeeded(call: LoggedCall, caller: Caller, result: unknown): void {
    if (call.security === undefined) return;
    const openId = openIdOf(result);
    this.#write(call, "done", {
      reqId: caller.requestId,
      ...(caller.user !== null && { user: caller.user.userId }),
      ...(openId !== undefined && { openId }),
    });
  }
  /** @param caller null: the call was refused before its caller was known */
  refused(call: LoggedCall, { refusal }: Refusal, requestId: string, caller: Caller | null): void {
    if (call.security === undefined && !loggedRefusals.has(refusal)) return;
    const user = caller?.user?.userId;
    this.#write(call, refusal, { reqId: requestId, ...(user !== undefined && { user }) });
  }

  #write(
    { name, security }: LoggedCall,
    outcome: string,
    ids: Pick<SecurityEvent, "reqId" | "user" | "openId">,
  ): void {
    const second = Math.floor(this.#now() / 1_000);
    if (second !== this.#second) {
      this.#logDropped();
      this.#second = second;
    }
    const event = { call: name, ...(security !== undefined && { kind: security }), outcome, ...ids };
    const { budget, most } = budgetOf(event);
    const lines = (this.#lines.get(budget) ?? 0) + 1;
    this.#lines.set(budget, lines);
    if (lines <= most) this.#log.info(event, "security event");
    else this.#left.set(budget, lines - most);
  }

  /** Logs what the previous second has dropped, and starts the next one. */
  #logDropped(): void {
    for (const [budget, left] of this.#left)
      this.#log.info({ left, budget }, "security events dropped by rate limit");
    this.#left.clear();
    this.#lines.clear();
  }
}
