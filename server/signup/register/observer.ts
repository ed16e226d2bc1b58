import { Counter, Gauge, type Registry } from "prom-client";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { signUpMessages } from "../messages.ts";

/**
 * Outcomes of a sign-up attempt: a seat, a waitlist entry, or the record that existed already; else a refusal because
 * all seats are taken, by the captcha, by a rate limit, because too many wait, by a node of the activity's process, by
 * the form, or an error of the server.
 */
const signUpOutcomes = [
  "accepted",
  "waitlisted",
  "again",
  "full",
  "captcha",
  "limited",
  "busy",
  "process",
  "invalid",
  "failed",
] as const;
export type SignUpOutcome = (typeof signUpOutcomes)[number];

/** Is notified of every sign-up attempt in its process: it has to be cheap and must not throw. */
export type SignUpObserver = {
  /** Called before anything is read. @param requestId as in the server's log */
  arrived(activityId: string, requestId: string): void;
  /** @param change 1 if the attempt begins to wait for the writer's commit, -1 when the writer has answered */
  queued(activityId: string, change: 1 | -1): void;
  /** @param rule for "process": the kind of the refusing node, or the refusal's name; empty for other outcomes */
  ended(activityId: string, outcome: SignUpOutcome, rule: string): void;
};

const outcomeOfRefusal: Partial<Record<RefusalName, SignUpOutcome>> = {
  captchaRequired: "captcha",
  captchaFailed: "captcha",
  tooMany: "limited",
  busy: "busy",
  invalid: "invalid",
  conflict: "invalid",
  notFound: "invalid",
  smsCodeWrong: "invalid",
  smsCodeLocked: "limited",
  mobileRequired: "process",
  taskRequired: "process",
  noPermission: "process",
  notEligible: "process",
  flowBranch: "process",
  flowDisabled: "process",
  unauthenticated: "process",
};
const fullRemarks: readonly (string | null)[] = [signUpMessages.full, signUpMessages.sessionFull];
const refusingNodeKind = (data: unknown): string => {
  const kind = (data as { kind?: unknown } | null)?.kind;
  return typeof kind === "string" ? kind : "";
};

/** Classifies the error of a failed attempt. */
export function signUpOutcomeOf(error: unknown): { outcome: SignUpOutcome; rule: string } {
  if (!(error instanceof Refusal)) return { outcome: "failed", rule: "" };
  const kind = refusingNodeKind(error.data);
  if (error.refusal === "flowBranch" && (kind === "quota" || fullRemarks.includes(error.remark)))
    return { outcome: "full", rule: "" };
  const outcome = outcomeOfRefusal[error.refusal] ?? "failed";
  return { outcome, rule: outcome === "process" ? kind || error.refusal : "" };
}

export type SignUpSuccess<R> = {
  readonly outcome: Extract<SignUpOutcome, "accepted" | "waitlisted" | "again">;
  readonly result: R;
};

/** Runs one sign-up attempt and notifies the observer. */
export async function observeSignUp<R>(
  observer: SignUpObserver,
  { activityId, requestId }: { readonly activityId: string; readonly requestId: string },
  run: () => Promise<SignUpSuccess<R>>,
): Promise<R> {
  observer.arrived(activityId, requestId);
  try {
    const { outcome, result } = await run();
    observer.ended(activityId, outcome, "");
    return result;
  } catch (error) {
    const { outcome, rule } = signUpOutcomeOf(error);
    observer.ended(activityId, outcome, rule);
    throw error;
  }
}

/** Awaits the writer's answer, counted as waiting meanwhile. */
export async function countWhileQueued<T>(
  observer: SignUpObserver,
  activityId: string,
  writing: Promise<T>,
): Promise<T> {
  observer.queued(activityId, 1);
  try {
    return await writing;
  } finally {
    observer.queued(activityId, -1);
  }
}

/** Counts for /metrics and notifies one secondary observer, which only the simulators' sale room uses. */
export class SignUpMetrics implements SignUpObserver {
  readonly #ended = new Map<SignUpOutcome, number>(signUpOutcomes.map((outcome) => [outcome, 0]));
  #waiting = 0;
  secondaryObserver: SignUpObserver | null = null;

  constructor(registry: Registry) {
    const ended = this.#ended;
    const waiting = (): number => this.#waiting;
    new Gauge({
      name: "sign_ups_waiting",
      help: "Sign-up attempts that wait for the commit of their batch",
      registers: [registry],
      collect() {
        this.set(waiting());
      },
    });
    new Counter({
      name: "sign_ups_total",
      help: "Sign-up attempts by outcome",
      labelNames: ["outcome"],
      registers: [registry],
      collect() {
        this.reset();
        for (const [outcome, count] of ended) this.inc({ outcome }, count);
      },
    });
  }

  arrived(activityId: string, requestId: string): void {
    this.secondaryObserver?.arrived(activityId, requestId);
  }
  queued(activityId: string, change: 1 | -1): void {
    this.#waiting += change;
    this.secondaryObserver?.queued(activityId, change);
  }
  ended(activityId: string, outcome: SignUpOutcome, rule: string): void {
    this.#ended.set(outcome, (this.#ended.get(outcome) ?? 0) + 1);
    this.secondaryObserver?.ended(activityId, outcome, rule);
  }
}
