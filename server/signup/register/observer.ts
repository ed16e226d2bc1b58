import { Counter, Gauge, type Registry } from "prom-client";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { signUpMessages } from "../messages.ts";

/**
 * How a wish for a seat ends: with a seat, a place on the waitlist, or the record that stood already;
 * else refused, since all seats are taken, by the slider, by a limit, since too many wait, by a node
 * of the activity's process, by what was filled in, or by a fault of ours.
 */
export const signUpOutcomes = [
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

/** Told how every wish for a seat goes, in the process that has it: it must cost next to nothing, and never throw. */
export type SignUpObserver = {
  /** Before anything is read. @param requestId of the request that brings it, as the server's log names it */
  arrived(activityId: string, requestId: string): void;
  /** So many more wait for the writer's commit: 1, or -1 when it has answered. */
  queued(activityId: string, change: 1 | -1): void;
  /** @param rule of a process: the kind of the node that refused, or the refusal's name; empty for other outcomes */
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

/** How a refused wish ended, and by which rule of the process. */
export function signUpOutcomeOf(error: unknown): { outcome: SignUpOutcome; rule: string } {
  if (!(error instanceof Refusal)) return { outcome: "failed", rule: "" };
  const kind = refusingNodeKind(error.data);
  if (error.refusal === "flowBranch" && (kind === "quota" || fullRemarks.includes(error.remark)))
    return { outcome: "full", rule: "" };
  const outcome = outcomeOfRefusal[error.refusal] ?? "failed";
  return { outcome, rule: outcome === "process" ? kind || error.refusal : "" };
}

/** A wish's end that is none of a refusal. */
export type SignUpSuccess<R> = {
  readonly outcome: Extract<SignUpOutcome, "accepted" | "waitlisted" | "again">;
  readonly result: R;
};

/** Runs one wish and tells how it goes. */
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

/** Awaits the writer's answer and tells for how long somebody waited for it. */
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

/** Counts for /metrics, with a place for one observer more, which only the simulators' sale room takes. */
export class SignUpMetrics implements SignUpObserver {
  readonly #ended = new Map<SignUpOutcome, number>(signUpOutcomes.map((outcome) => [outcome, 0]));
  #waiting = 0;
  /** null: nobody but /metrics. */
  secondaryObserver: SignUpObserver | null = null;

  constructor(registry: Registry) {
    const ended = this.#ended;
    const waiting = (): number => this.#waiting;
    new Gauge({
      name: "sign_ups_waiting",
      help: "Wishes for a seat that wait for their batch's commit",
      registers: [registry],
      collect() {
        this.set(waiting());
      },
    });
    new Counter({
      name: "sign_ups_total",
      help: "Wishes for a seat by how they ended",
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
