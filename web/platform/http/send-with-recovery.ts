import type { ArgsOf, Call, ResultOf, Send, SendOptions } from "#contract/core/call.ts";
import { readHeaderText, readRefusal, Refusal } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { isOffline } from "../browser/network.ts";
import { serverTime } from "../time/server-time.ts";
import { currentSession } from "../session/session.ts";
import { relogin, renewSessionSilently } from "../login/relogin.ts";
import { raiseChallenge } from "./challenges.ts";
import { parseResponseBody } from "./parse-response-body.ts";
import { buildRequest } from "./build-request.ts";
import { fetchWithTimeout, uploadWithProgress, type UploadBody } from "./transport.ts";
import { followTask, isTaskAddress, showRefusal } from "./refusals.ts";

type CallAttempt = {
  /** The session token that it is sent with; null: as a visitor. */
  readonly token: string | null;
  readonly captchaVerifyId: string | null;
  readonly hasLoggedIn: boolean;
  readonly hasSynchronised: boolean;
};
type Args = Readonly<Record<string, unknown>>;

async function signatureOf(
  call: Call,
  { mobile }: Args,
  token: string | null,
): Promise<Record<string, string>> {
  // A script that does not arrive is a network that is down, like the call that it is for (requirement V28).
  const { activitySignatureHeaders: signed, clubSignatureHeaders: signedForCommunity } =
    await import("./sign-request.ts").catch(() => {
      throw new Refusal(isOffline() ? "offline" : "unreachable");
    });
  if (call.signature === "community") return signedForCommunity(token ?? "", serverTime.now());
  return signed(typeof mobile === "string" ? mobile : "", serverTime.now());
}

async function headersOf(
  call: Call,
  args: Args,
  options: SendOptions,
  { token, captchaVerifyId }: CallAttempt,
): Promise<Record<string, string>> {
  // The hash is loaded with the first signed call, not with the first screen.
  const signature = call.signature === undefined ? {} : await signatureOf(call, args, token);
  return {
    ...(token !== null && { [names.accessToken]: token }),
    ...(captchaVerifyId !== null && { [names.captchaVerifyId]: captchaVerifyId }),
    ...(options.idempotencyKey !== undefined && { [names.idempotencyKey]: options.idempotencyKey }),
    ...(options.staffLink !== undefined && { [names.staffLink]: options.staffLink }),
    ...signature,
  };
}

type Answered = {
  readonly data: unknown;
  /** From header task_link; null without one, and where people are not sent. */
  readonly taskLink: string | null;
};

/** One request. @throws Refusal, also for a network that is down, a silence of 30 s, an answer that is no JSON */
async function request(
  call: Call,
  args: Args,
  options: SendOptions,
  attempt: CallAttempt,
  sending: UploadBody | null,
): Promise<Answered> {
  const { url, body } = buildRequest(call, args);
  const outgoing = { method: call.method, headers: await headersOf(call, args, options, attempt) };
  const { status, text, header } = await (sending === null
    ? fetchWithTimeout(url, outgoing, body)
    : uploadWithProgress(url, outgoing, sending));
  serverTime.updateFromHeader(header("date"));
  const answer = await parseResponseBody(text);
  if (status !== 200 || answer?.code !== (call.success ?? "00")) throw readRefusal(status, answer, header);
  const taskLink = readHeaderText(header(names.taskLink));
  return { data: answer.data, taskLink: taskLink !== null && isTaskAddress(taskLink) ? taskLink : null };
}

/** A call's result, with the task that came in a header (requirement N03). @throws ZodError */
function resultOf<C extends Call>(call: C, { data, taskLink }: Answered): ResultOf<C> {
  const result = call.result.parse(data);
  const isObject = typeof result === "object" && result !== null && !Array.isArray(result);
  return (taskLink !== null && isObject ? { ...result, taskLink } : result) as ResultOf<C>;
}

const isLoginNeeded = ({ status }: Refusal): boolean => status === 401 || status === 611;

/** What mends a refusal without the person; null where nothing does. */
function retryAutomatically(refusal: Refusal, call: Call, attempt: CallAttempt): CallAttempt | null {
  // What anyone may read is read as a visitor: an outlived token is no reason to ask for a login.
  if (isLoginNeeded(refusal) && call.audience === "anyone" && attempt.token !== null) {
    if (currentSession.token() === attempt.token) currentSession.clear();
    return { ...attempt, token: null };
  }
  // A signed call refused for the phone's clock: its answer has told the server's time.
  if (refusal.refusal === "forbidden" && call.signature && !attempt.hasSynchronised)
    return { ...attempt, hasSynchronised: true };
  return null;
}

/** What the host can do without the person, for a call that they do not wait for; null where nothing mends it. */
async function retrySilently(
  refusal: Refusal,
  call: Call,
  attempt: CallAttempt,
): Promise<CallAttempt | null> {
  const isRead = call.method === "GET" && attempt.token !== null;
  if (!isLoginNeeded(refusal) || !isRead || attempt.hasLoggedIn) return null;
  const isLoggedIn = await renewSessionSilently(attempt.token);
  return isLoggedIn ? { ...attempt, token: currentSession.token(), hasLoggedIn: true } : null;
}

/** What the person can do so that the same request may be sent again; null where nothing mends it. */
async function retryWithPerson(
  refusal: Refusal,
  call: Call,
  args: Args,
  attempt: CallAttempt,
): Promise<CallAttempt | null> {
  if (isLoginNeeded(refusal) && !attempt.hasLoggedIn) {
    const isLoggedIn = await relogin(attempt.token);
    return isLoggedIn ? { ...attempt, token: currentSession.token(), hasLoggedIn: true } : null;
  }
  // Solved before and refused again with words of its own: those are shown (requirement N08).
  const isOver = attempt.captchaVerifyId !== null && refusal.remark !== null;
  if (refusal.refusal === "captchaRequired" && call.captcha && !isOver) {
    const activityId = typeof args["id"] === "string" ? { activityId: args["id"] } : {};
    const captchaVerifyId = await raiseChallenge("captcha", { action: call.captcha, ...activityId });
    return captchaVerifyId === null ? null : { ...attempt, captchaVerifyId };
  }
  return null;
}

async function sendUntilAnswered<C extends Call>(
  call: C,
  args: ArgsOf<C>,
  options: SendOptions,
  sending: UploadBody | null,
): Promise<ResultOf<C>> {
  const values = (args ?? {}) as Args;
  let attempt: CallAttempt = {
    token: currentSession.token(),
    captchaVerifyId: null,
    hasLoggedIn: false,
    hasSynchronised: false,
  };
  for (;;)
    try {
      return resultOf(call, await request(call, values, options, attempt, sending));
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error instanceof Error ? new Refusal("other", {}, { code: error.name }) : error;
      const mended =
        retryAutomatically(error, call, attempt) ??
        (await (options.isSilent
          ? retrySilently(error, call, attempt)
          : retryWithPerson(error, call, values, attempt)));
      if (mended === null) {
        if (followTask(error)) throw error;
        if (!options.isSilent && !options.handlesRefusal?.(error.refusal))
          showRefusal(error, error.refusal === "captchaRequired" && call.captcha !== undefined);
        throw error;
      }
      attempt = mended;
    }
}

/**
 * The one way to make a call from the browser. Refusals that the person can mend become
 * challenges and the same request is sent again; the rest is shown, unless the call is silent or
 * the caller tells it, and thrown.
 */
export const sendWithRecovery: Send = (call, args, options = {}) =>
  sendUntilAnswered(call, args, options, null);

/** The same for a call whose body is a picture. */
export const uploadWithRecovery = <C extends Call>(
  call: C,
  args: ArgsOf<C>,
  options: SendOptions,
  sending: UploadBody,
): Promise<ResultOf<C>> => sendUntilAnswered(call, args, options, sending);
