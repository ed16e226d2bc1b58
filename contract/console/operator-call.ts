import type * as z from "zod/mini";
import type { RefusalName } from "../core/errors.ts";
import type { OperatorRight, RightReach } from "./rights.ts";
import "./refusals.ts";

/**
 * One call of the operator console, `POST <origin>/console-api/<path>` with a JSON body, so that nothing that was
 * searched for stands in an address (requirement CO34). Both sides use the declaration.
 */
export type OperatorCall<A extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> = {
  /** Unique name, that of the exported constant. */
  readonly name: string;
  /** Path below /console-api/, without a leading slash or parameters. */
  readonly path: string;
  /** Whether the call changes something: it is then written to the audit log once, and may be repeated by its key. */
  readonly kind: "read" | "write";
  /**
   * The right that is needed in any grant; the handler judges its scope. "self": every logged-in operator, for their own
   * session; "anyone": calls of logging in.
   */
  readonly right: OperatorRight | "self" | "anyone";
  /** The least reach of the right with which the call may be made; default "list". */
  readonly reach?: RightReach;
  /** Needs a proof of the second factor that is five minutes old at most (requirement CO26). */
  readonly stepUp?: true;
  /**
   * The result of a write is shown once and not kept for its idempotency key: a revealed mobile, whose every showing is
   * judged and counted (requirement CO100), or a secret.
   */
  readonly isShownOnce?: true;
  /** Waits for another system for seconds, and takes none of the few places of the console's calls meanwhile. */
  readonly waitsOutside?: true;
  /** "picture": the body is a JPEG, PNG or WebP, which the handler reads; such a call has no arguments. */
  readonly body?: "picture";
  readonly args: A;
  readonly result: R;
  /** Refusals beside those that follow from the other fields. */
  readonly refusals: readonly RefusalName[];
};

/** Declares a call of the console; an identity function that infers the types. */
export const defineOperatorCall = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  call: OperatorCall<A, R>,
): OperatorCall<A, R> => call;

export type OperatorArgs<C extends OperatorCall> = z.input<C["args"]>;
export type ParsedOperatorArgs<C extends OperatorCall> = z.output<C["args"]>;
export type OperatorResult<C extends OperatorCall> = z.output<C["result"]>;
