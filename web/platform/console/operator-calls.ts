import { consoleHeader } from "#contract/console/headers.ts";
import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import { readRefusal, Refusal } from "#contract/core/errors.ts";
import { parseResponseBody } from "../http/parse-response-body.ts";
import { newUuid } from "../http/random-ids.ts";
import { fetchWithTimeout, type OutgoingRequest, type ReceivedResponse } from "../http/transport.ts";

/** Path prefix of the console's calls, on the page's own origin. */
const CONSOLE_API = "/console-api/";
/** Codes of a success in the envelope. */
const SUCCESS: ReadonlySet<unknown> = new Set(["00", 200, "200"]);

/** A refusal that needs the operator before the call can be repeated. */
export type OperatorChallenge = "stepUp" | "sessionEnded";
/** Shows a challenge. @returns whether the call may be repeated now */
type ChallengeHandler = (kind: OperatorChallenge) => Promise<boolean>;

let askOperator: ChallengeHandler | null = null;
const underWay = new Map<OperatorChallenge, Promise<boolean>>();
/** Challenges that were met: a call that was sent before one is repeated without asking again. */
let met = 0;

/**
 * Registers the handler of challenges; the shell does it once (the platform never imports screens).
 * @returns unregisters it
 */
export function onOperatorChallenge(handler: ChallengeHandler): () => void {
  askOperator = handler;
  return () => {
    if (askOperator === handler) askOperator = null;
  };
}

/** Asks once for all calls that were refused meanwhile. */
function challenge(kind: OperatorChallenge): Promise<boolean> {
  const asked = underWay.get(kind) ?? askOperator?.(kind) ?? Promise.resolve(false);
  underWay.set(kind, asked);
  const settle = (mayRepeat: boolean): void => {
    underWay.delete(kind);
    if (mayRepeat) met++;
  };
  void asked.then(settle, () => settle(false));
  return asked;
}

const challengeOf = ({ refusal }: Refusal): OperatorChallenge | null => {
  if (refusal === "stepUpRequired") return "stepUp";
  return refusal === "unauthenticated" || refusal === "sessionExpired" ? "sessionEnded" : null;
};

type SendOptions = {
  /** Leaves an ended session to the caller: for the call that finds out whether there is one. */
  readonly isQuiet?: boolean;
  /** The page asks by itself: the call does not keep an unused session alive. */
  readonly isBackground?: boolean;
};

/** Sends one attempt of a call. */
type Transport = (url: string, request: OutgoingRequest) => Promise<ReceivedResponse>;

async function sendOnce(
  call: OperatorCall,
  transport: Transport,
  key: string | null,
  { isBackground = false }: SendOptions,
): Promise<unknown> {
  const { status, text, header } = await transport(location.origin + CONSOLE_API + call.path, {
    method: "POST",
    headers: {
      [consoleHeader]: isBackground ? "background" : "1",
      ...(key !== null && { "Idempotency-Key": key }),
    },
  });
  const body = await parseResponseBody(text);
  if (status === 200 && SUCCESS.has(body?.code)) return body?.data;
  throw readRefusal(status, body, header);
}

/**
 * Sends a call of the console. A write has one idempotency key for all its repetitions. If the second factor has to be
 * proven again, or the session has ended, the operator is asked, and the call is repeated (requirements CO24, CO26).
 * @throws Refusal also "offline" and "timeout"
 */
export const sendOperatorCall = <C extends OperatorCall>(
  call: C,
  args: OperatorArgs<C>,
  options: SendOptions = {},
): Promise<OperatorResult<C>> =>
  sendOperatorRequest(call, (url, request) => fetchWithTimeout(url, request, JSON.stringify(args)), options);

/** Sends a call as `sendOperatorCall`, by another transport: an upload. @throws Refusal */
export async function sendOperatorRequest<C extends OperatorCall>(
  call: C,
  transport: Transport,
  options: SendOptions = {},
): Promise<OperatorResult<C>> {
  const key = call.kind === "write" ? newUuid() : null;
  for (;;) {
    const metBefore = met;
    try {
      return (await sendOnce(call, transport, key, options)) as OperatorResult<C>;
    } catch (error) {
      const kind = error instanceof Refusal ? challengeOf(error) : null;
      const isLeft = options.isQuiet === true || call.right === "anyone";
      if (kind === null || isLeft) throw error;
      if (met === metBefore && !(await challenge(kind))) throw error;
    }
  }
}
