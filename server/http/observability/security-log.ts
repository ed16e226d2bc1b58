import type { FastifyBaseLogger } from "fastify";
import type { Call } from "#contract/core/call.ts";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import * as identity from "#contract/identity/identity.ts";
import * as sessions from "#contract/session/session.ts";
import type { Caller } from "../pipeline/caller.ts";

/** Calls that authenticate a person; each is logged with its outcome. */
const loginCalls: ReadonlySet<string> = new Set(
  [
    identity.quickLogin,
    identity.loginWithSms,
    identity.loginWithPassword,
    identity.register,
    identity.resetPassword,
    identity.switchAccount,
    sessions.tokenLogin,
    sessions.sessionsCode,
    sessions.marketingSessionsCode,
    sessions.marketingSessionsCodeByGet,
    sessions.tkLogin,
  ].map(({ name }) => name),
);
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
/** Maximum rate of lines. Further ones are only counted, so that a flood of requests cannot fill the disk. */
const MAX_LINES_PER_SECOND = 100;

/**
 * Logs logins and refusals (ASVS 16.3.1 to 16.3.3): one line each with the call and the ids of the request and the user;
 * no IP address, mobile, code or token. Lines are written unless LOG_LEVEL is "error" or less.
 */
export class SecurityLog {
  readonly #log: FastifyBaseLogger;
  readonly #now: () => number;
  #second = 0;
  #lines = 0;
  constructor(log: FastifyBaseLogger, now: () => number = () => performance.now()) {
    const isQuiet = ["silent", "fatal", "error"].includes(log.level);
    this.#log = isQuiet ? log : log.child({ about: "security" }, { level: "info" });
    this.#now = now;
  }

  succeeded(call: Call, caller: Caller): void {
    if (loginCalls.has(call.name)) this.#write(call.name, "done", caller.requestId, caller.user?.userId);
  }
  /** @param caller null: the call was refused before its caller was known */
  refused(call: Call, { refusal }: Refusal, requestId: string, caller: Caller | null): void {
    if (loggedRefusals.has(refusal) || loginCalls.has(call.name))
      this.#write(call.name, refusal, requestId, caller?.user?.userId);
  }

  #write(call: string, outcome: string, reqId: string, user: string | undefined): void {
    const second = Math.floor(this.#now() / 1_000);
    if (second !== this.#second) {
      const left = this.#lines - MAX_LINES_PER_SECOND;
      if (left > 0) this.#log.info({ left }, "security events dropped by rate limit");
      [this.#second, this.#lines] = [second, 0];
    }
    this.#lines++;
    if (this.#lines <= MAX_LINES_PER_SECOND)
      this.#log.info({ call, outcome, reqId, ...(user !== undefined && { user }) }, "security event");
  }
}
