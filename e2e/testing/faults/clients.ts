import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { signUp } from "#contract/signup/signup.ts";
import { solveCaptcha } from "../captcha.ts";
import { contractClient } from "../contract-client.ts";
import { answersTo } from "../http-actions.ts";
import { newPerson } from "../people.ts";

/** Time after which a client stops retrying, ms. */
const RETRY_TIMEOUT = 120_000;
/** The page's own message when no answer arrives. */
const UNANSWERED = "no answer";

/** A person with a filled form, which is sent under one idempotency key until there is an answer. */
export type SignUpClient = {
  readonly mobile: string;
  token: string;
  readonly form: { readonly name: string; readonly mobile: string; readonly answers: Record<string, string> };
  readonly key: string;
  pass: string;
  /** Sign-up ids of all answers received. */
  readonly told: string[];
  /** Server time minus client time, from the last refusal, ms. */
  ahead: number;
};
/**
 * Called after each attempt with the error message that the person reads, or null for success, and the
 * duration in ms.
 */
export type AttemptListener = (said: string | null, took: number) => void;

export async function newClient(origin: string, activity: ActivityDetail): Promise<SignUpClient> {
  const { mobile, token } = await newPerson(origin);
  const pass = await solveCaptcha(origin, { action: "signup", activityId: activity.activityId }, token);
  const form = { name: "参加者", mobile, answers: answersTo(activity) };
  return { mobile, token, form, key: randomUUID(), pass, told: [], ahead: 0 };
}
/** Creates this many clients, four at a time. */
export async function newClients(
  origin: string,
  activity: ActivityDetail,
  count: number,
): Promise<SignUpClient[]> {
  const clients: SignUpClient[] = [];
  while (clients.length < count) {
    const some = Array.from({ length: Math.min(4, count - clients.length) }, () =>
      newClient(origin, activity),
    );
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

/** Temporary refusals: the same form is sent again. */
const temporaryRefusals: readonly string[] = ["internal", "busy", "unreachable", "timeout"];
/**
 * Recovers from a refusal as the web client does, with or without the person's help. @returns whether it
 * recovered
 */
async function recoverFrom(
  origin: string,
  id: string,
  client: SignUpClient,
  refusal: Refusal,
): Promise<boolean> {
  if (refusal.refusal === "captchaRequired")
    client.pass = await solveCaptcha(origin, { action: "signup", activityId: id }, client.token);
  else if (refusal.refusal === "sessionExpired" || refusal.refusal === "unauthenticated")
    client.token = (await newPerson(origin, client.mobile)).token;
  else if (refusal.refusal === "forbidden") {
    // The signature has a wrong time: reads the server's time from an answer.
    const { headers } = await fetch(`${origin}/healthz`);
    client.ahead = Date.parse(headers.get("date") ?? "") - Date.now();
  } else return false;
  return true;
}

/**
 * Sends the form once. @returns whether an answer arrived @throws Refusal from which no client can recover
 */
export async function sendSignUp(
  origin: string,
  id: string,
  client: SignUpClient,
  watch: AttemptListener = () => {},
): Promise<boolean> {
  const { token, key, pass, form, ahead } = client;
  const options = { token, captchaVerifyId: pass, idempotencyKey: key, now: Date.now() + ahead };
  const started = performance.now();
  const told = (said: string | null): void => watch(said, performance.now() - started);
  try {
    const { signUpId } = await contractClient(origin, options)(signUp, { id, ...form, consent: true });
    client.told.push(signUpId);
    told(null);
    return true;
  } catch (error) {
    told(error instanceof Refusal ? error.message : UNANSWERED);
    if (!(error instanceof Refusal) || temporaryRefusals.includes(error.refusal)) return false;
    // Recovery calls the same server and may fail for the same reason.
    const isMended = await recoverFrom(origin, id, client, error).catch(() => true);
    if (!isMended) throw error;
    return false;
  }
}
export async function submitUntilAnswered(
  origin: string,
  id: string,
  client: SignUpClient,
  watch?: AttemptListener,
  isOver: () => boolean = () => true,
): Promise<void> {
  let until = Date.now() + RETRY_TIMEOUT;
  while (!(await sendSignUp(origin, id, client, watch))) {
    // A busy machine takes a while to restart a killed process: the fault is not over yet.
    if (!isOver()) until = Date.now() + RETRY_TIMEOUT;
    if (Date.now() > until) throw new Error("no answer after the fault was over");
    // Interval between two attempts of a person, which is the subject of the test.
    await setTimeout(200);
  }
}

/** Counts answers without a record, and records or answers beyond one for each person. */
export async function verifySignUps(
  origin: string,
  clients: readonly SignUpClient[],
): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (const { token, told } of clients) {
    const records = await contractClient(origin, { token })(listOwnSignUps, {});
    const ids = new Set(records.map(({ signUpId }) => signUpId));
    lost += [...new Set(told)].filter((one) => !ids.has(one)).length;
    doubled += Math.max(0, records.length - 1) + Math.max(0, new Set(told).size - 1);
  }
  return { lost, doubled };
}
