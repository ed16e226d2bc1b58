import { config } from "zod/mini";
import type * as z from "zod/mini";
import type { CaptchaAction } from "./captcha-action.ts";
import type { RefusalName } from "./errors.ts";

// Zod would probe `new Function` in a browser, and a strict Content-Security-Policy reports that. This must
// run before the first schema is created, so every contract file imports this module first.
if ("document" in globalThis) config({ jitless: true });

/** Base URLs of contract section 1; each is a full URL in a release's configuration. */
export type CallBase = "api" | "pass" | "security";

/** Audience of a call: everybody, bearers of a session token, or those who have also bound a mobile. */
export type CallAudience = "anyone" | "user" | "userWithMobile";

export type SecurityKind = "login" | "logout" | "code" | "credential" | "privacy";

/**
 * One call of the contract. Both sides use it: the server validates and serialises by it, the web app builds
 * its request and parses the response by it.
 */
export type Call<A extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> = {
  /** Unique name; handlers, tests and the coverage check find the call by it. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly base: CallBase;
  /**
   * Paths below the base, without a leading slash; `:id` is replaced by an argument. Our web app uses the
   * first one.
   */
  readonly paths: readonly [string, ...string[]];
  readonly audience: CallAudience;
  /**
   * Whether the call does something for the caller, where its method does not tell (acting-call.ts): true for a GET with an
   * effect, false for what a person may always do: ending sessions, privacy, and taking back their own.
   */
  readonly acts?: boolean;
  /** Action for which a solved slider captcha is required (header X-Captcha-Verify-Id). */
  readonly captcha?: CaptchaAction;
  /** Signing headers of contract section 3: "activity" = MA-Activity-*, "community" = X-COP-*. */
  readonly signature?: "activity" | "community";
  /** Arguments sent as query parameters although the method has a body. */
  readonly query?: readonly string[];
  /**
   * Headers in which arguments can be sent instead of the query, since addresses end up in logs and histories. An
   * argument of the query or the body wins.
   */
  readonly headerArguments?: Readonly<Record<string, string>>;
  /** Code of a successful envelope, where it is not "00". */
  readonly success?: 200;
  /** The body contains a picture's bytes; all arguments are in the query. */
  readonly body?: "picture";
  readonly args: A;
  readonly result: R;
  /**
   * Security-relevant kind of the call, whose every outcome is logged (ASVS 16.3.1): it opens a session, ends one, sends a
   * code, changes what a person logs in with, or hands out or erases personal data.
   */
  readonly security?: SecurityKind;
  /** Possible refusals in addition to those implied by audience, captcha, signature and args. */
  readonly refusals: readonly RefusalName[];
};

/** Declares a call; an identity function that infers the types. */
export const defineCall = <A extends z.ZodMiniType, R extends z.ZodMiniType>(call: Call<A, R>): Call<A, R> =>
  call;

export type ArgsOf<C extends Call> = z.input<C["args"]>;
export type ParsedArgsOf<C extends Call> = z.output<C["args"]>;
export type ResultOf<C extends Call> = z.output<C["result"]>;

/** Options of one call. */
export type SendOptions = {
  /** UUID generated when the form opens; the same key and body return the same response again. */
  readonly idempotencyKey?: string;
  /** Secret of a staff link, for calls whose body cannot carry it. */
  readonly staffLink?: string;
  /** Prevents the client from opening a challenge (captcha, login) for this call. */
  readonly isSilent?: boolean;
  /** Refusals that the caller displays itself; challenges are still opened. */
  readonly handlesRefusal?: (refusal: RefusalName) => boolean;
};

/** Makes a call: resolves to a typed result, or throws one Refusal. */
export type Send = <C extends Call>(call: C, args: ArgsOf<C>, options?: SendOptions) => Promise<ResultOf<C>>;
