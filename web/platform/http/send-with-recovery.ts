import { actsForPerson } from "#contract/core/acting-call.ts";
import type { ArgsOf, Call, ResultOf, Send, SendOptions } from "#contract/core/call.ts";
import { readHeaderText, readRefusal, Refusal, type RefusalName } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { isOffline } from "../browser/network.ts";
import { currentMiniProgram } from "../environment/host-detection.ts";
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
  readonly hasSynchronizedTime: boolean;
  /** The mini-program's login page was opened for a mobile. */
  readonly hasAskedMobile: boolean;
  /** The stored configuration was compared with the page's. */
  readonly hasRefreshedEnvironment: boolean;
};
type Args = Readonly<Record<string, unknown>>;

async function signatureOf(
  call: Call,
  { mobile }: Args,
  token: string | null,
): Promise<Record<string, string>> {
  // A script that fails to load is a missing network, as for the call itself (requirement V28).
  const { activitySignatureHeaders, clubSignatureHeaders } = await import("./sign-request.ts").catch(() => {
    throw new Refusal(isOffline() ? "offline" : "unreachable");
  });
  if (call.signature === "community") return clubSignatureHeaders(token ?? "", serverTime.now());
  return activitySignatureHeaders(typeof mobile === "string" ? mobile : "", serverTime.now());
}

async function headersOf(
  call: Call,
  args: Args,
  options: SendOptions,
  { token, captchaVerifyId }: CallAttempt,
): Promise<Record<string, string>> {
  // Loads the hash function with the first signed call, not with the first screen.
  const signature = call.signature === undefined ? {} : await signatureOf(call, args, token);
  return {
    ...(token !== null && { [names.accessToken]: token }),
    ...(captchaVerifyId !== null && { [names.captchaVerifyId]: captchaVerifyId }),
    ...(options.idempotencyKey !== undefined && { [names.idempotencyKey]: options.idempotencyKey }),
    ...(options.staffLink !== undefined && { [names.staffLink]: options.staffLink }),
    ...signature,
  };
}

type ReceivedAnswer = {
  readonly data: unknown;
  /** From the header task_link; null without one, and when the link is not allowed. */
  readonly taskLink: string | null;
};

/**
 * Sends one request.
 * @throws Refusal, also without a network, after a silence of 30 s, and for an answer that is not JSON
 */
async function request(
  call: Call,
  args: Args,
  options: SendOptions,
  attempt: CallAttempt,
  upload: UploadBody | null,
): Promise<ReceivedAnswer> {
  const { url, body, headers } = buildRequest(call, args);
  const ofAttempt = await headersOf(call, args, options, attempt);
  const outgoing = { method: call.method, headers: { ...headers, ...ofAttempt } };
  const { status, text, header } = await (upload === null
    ? fetchWithTimeout(url, outgoing, body)
    : uploadWithProgress(url, outgoing, upload));
  serverTime.updateFromHeader(header("date"));
  const answer = await parseResponseBody(text);
  if (status !== 200 || answer?.code !== (call.success ?? "00")) throw readRefusal(status, answer, header);
  const taskLink = readHeaderText(header(names.taskLink));
  return { data: answer.data, taskLink: taskLink !== null && isTaskAddress(taskLink) ? taskLink : null };
}

/** The parsed result of a call, with the task link of a header (requirement N03). @throws ZodError */
function resultOf<C extends Call>(call: C, { data, taskLink }: ReceivedAnswer): ResultOf<C> {
  const result = call.result.parse(data);
  const isObject = typeof result === "object" && result !== null && !Array.isArray(result);
  return (taskLink !== null && isObject ? { ...result, taskLink } : result) as ResultOf<C>;
}

/** Loaded with the first next step that an answer names; null if that fails, as the answer is complete without it. */
const loadTaskOffer = () => import("./offer-task.ts").catch(() => null);

const isLoginNeeded = ({ status }: Refusal): boolean => status === 401 || status === 611;

/** The next attempt after a refusal that needs nothing from the person; null when there is none. */
function retryAutomatically(refusal: Refusal, call: Call, attempt: CallAttempt): CallAttempt | null {
  // Public calls are repeated as a visitor: an expired token is no reason to ask for a login.
  if (isLoginNeeded(refusal) && call.audience === "anyone" && attempt.token !== null) {
    if (currentSession.token() === attempt.token) currentSession.clear();
    return { ...attempt, token: null };
  }
  // A signed call refused for a wrong phone clock: its answer has set the server's time.
  if (refusal.refusal === "forbidden" && call.signature && !attempt.hasSynchronizedTime)
    return { ...attempt, hasSynchronizedTime: true };
  return null;
}

/** Refusals that an address may give at which there is no such server any more, or another one. */
const ofWrongAddress: readonly RefusalName[] = [
  "offline",
  "notFound",
  "methodNotAllowed",
  "unreachable",
  "other",
];
/**
 * The next attempt after a call to an address of an outdated stored configuration: once, at the address that the page
 * states (requirement A16); null if that is the same. A time-out is not repeated, since the request may have arrived.
 */
async function retryAtStatedAddress(
  { refusal }: Refusal,
  { base }: Call,
  attempt: CallAttempt,
): Promise<CallAttempt | null> {
  if (base !== "api" || attempt.hasRefreshedEnvironment || !ofWrongAddress.includes(refusal)) return null;
  const environment = await import("../environment/environment.ts").catch(() => null);
  return environment?.refreshEnvironment() ? { ...attempt, hasRefreshedEnvironment: true } : null;
}

/** Whether the host demands a mobile of everybody who acts: a mini-program does (requirement E16). */
const isMobileNeededByHost = (call: Call): boolean => currentMiniProgram() !== null && actsForPerson(call);
/**
 * Refuses a call as the server does. The server knows a mini-program by the user agent, which older hosts do not mark.
 * @throws Refusal "mobileRequired"
 */
function requireMobileOfHost(call: Call, { token }: CallAttempt): void {
  if (token !== null && isMobileNeededByHost(call) && !currentSession.user()?.mobile)
    throw new Refusal("mobileRequired");
}

/**
 * The next attempt of a silent call after the host has renewed the session by itself; null when there is
 * none.
 */
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

/** The next attempt after the person has logged in or solved the captcha; null when there is none. */
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
  if (refusal.refusal === "mobileRequired" && isMobileNeededByHost(call) && !attempt.hasAskedMobile) {
    const isBound = await raiseChallenge("mobile", { refusal });
    return isBound ? { ...attempt, token: currentSession.token(), hasAskedMobile: true } : null;
  }
  // Solved, but refused again with a remark: the remark is shown instead (requirement N08).
  const isRemarkShown = attempt.captchaVerifyId !== null && refusal.remark !== null;
  if (refusal.refusal === "captchaRequired" && call.captcha && !isRemarkShown) {
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
  upload: UploadBody | null,
): Promise<ResultOf<C>> {
  const values = (args ?? {}) as Args;
  let attempt: CallAttempt = {
    token: currentSession.token(),
    captchaVerifyId: null,
    hasLoggedIn: false,
    hasSynchronizedTime: false,
    hasAskedMobile: false,
    hasRefreshedEnvironment: false,
  };
  for (;;)
    try {
      requireMobileOfHost(call, attempt);
      const answer = await request(call, values, options, attempt, upload);
      const result = resultOf(call, answer);
      const { taskLink } = answer;
      if (taskLink !== null && !options.isSilent)
        void loadTaskOffer().then((module) => module?.offerTask(taskLink));
      return result;
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error instanceof Error ? new Refusal("other", {}, { code: error.name }) : error;
      const nextAttempt =
        retryAutomatically(error, call, attempt) ??
        (await retryAtStatedAddress(error, call, attempt)) ??
        (await (options.isSilent
          ? retrySilently(error, call, attempt)
          : retryWithPerson(error, call, values, attempt)));
      if (nextAttempt === null) {
        if (followTask(error)) throw error;
        if (!options.isSilent && !options.handlesRefusal?.(error.refusal))
          showRefusal(error, error.refusal === "captchaRequired" && call.captcha !== undefined);
        throw error;
      }
      attempt = nextAttempt;
    }
}

/**
 * Sends a call from the browser. Refusals that the person can resolve become challenges, and the same request
 * is sent again. Other refusals are shown, unless the call is silent or the caller handles them, and thrown.
 */
export const sendWithRecovery: Send = (call, args, options = {}) =>
  sendUntilAnswered(call, args, options, null);

/** Sends a call whose body is a picture, like sendWithRecovery. */
export const uploadWithRecovery = <C extends Call>(
  call: C,
  args: ArgsOf<C>,
  options: SendOptions,
  upload: UploadBody,
): Promise<ResultOf<C>> => sendUntilAnswered(call, args, options, upload);
