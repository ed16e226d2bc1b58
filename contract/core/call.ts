import { config } from "zod/mini";
import type * as z from "zod/mini";
import type { CaptchaAction } from "./captcha-action.ts";
import type { RefusalName } from "./errors.ts";

// In a browser zod would probe `new Function`, which a strict Content-Security-Policy
// reports. This must run before the first schema is made, so every contract file
// imports this one first.
if ("document" in globalThis) config({ jitless: true });

/** The bases of contract section 1; each is a full URL in a release's configuration. */
export type CallBase = "api" | "pass" | "security";

/** Who may make a call: anybody, a bearer of a session token, or one whose mobile is bound too. */
export type CallAudience = "anyone" | "user" | "userWithMobile";

/**
 * One call of the contract. Both sides read it: the server validates and serialises by it,
 * the web app builds its request and parses the answer by it.
 */
export type Call<A extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> = {
  /** Unique; handlers, tests and the coverage check find the call by it. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly base: CallBase;
  /** Below the base, without a leading slash; `:id` stands for an argument. The first is the one our app uses. */
  readonly paths: readonly [string, ...string[]];
  readonly who: CallAudience;
  /** A solved slider of this action is needed (header X-Captcha-Verify-Id). */
  readonly captcha?: CaptchaAction;
  /** Signing headers of contract section 3: "activity" = MA-Activity-*, "community" = X-COP-*. */
  readonly signature?: "activity" | "community";
  /** Arguments sent as query parameters although the method has a body. */
  readonly query?: readonly string[];
  /** The envelope's code of a success, where it is not "00". */
  readonly success?: 200;
  /** The body is a picture's bytes instead of the arguments, which then all stand in the query. */
  readonly body?: "picture";
  readonly args: A;
  readonly result: R;
  /** What it may answer instead of its result, beyond what follows from who, captcha, signature and args. */
  readonly refusals: readonly RefusalName[];
};

/** Declares a call; the identity function, for its types. */
export const defineCall = <A extends z.ZodMiniType, R extends z.ZodMiniType>(call: Call<A, R>): Call<A, R> =>
  call;

export type ArgsOf<C extends Call> = z.input<C["args"]>;
export type ParsedArgsOf<C extends Call> = z.output<C["args"]>;
export type ResultOf<C extends Call> = z.output<C["result"]>;

/** What a caller may add to one call. */
export type SendOptions = {
  /** UUID made when the form opens; the same key and body give the same answer again. */
  readonly idempotencyKey?: string;
  /** The secret of a staff link, where the body has no room for it. */
  readonly staffLink?: string;
  /** Keeps the client from opening a challenge (captcha, login) for this call. */
  readonly isSilent?: boolean;
  /** Which refusals the caller tells the person of itself; challenges are opened all the same. */
  readonly isToldHere?: (refusal: RefusalName) => boolean;
};

/** The one way to make a call: a typed result, or one Refusal thrown. */
export type Send = <C extends Call>(call: C, args: ArgsOf<C>, options?: SendOptions) => Promise<ResultOf<C>>;
