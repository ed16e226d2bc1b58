import cluster, { type Worker } from "node:cluster";

/** Time in which each worker process has to answer, ms: longer than its readiness check. */
const TIMEOUT = 3_000;

/**
 * Messages of the exchange: a worker process that is asked for metrics asks the supervisor (ask), which reads those of
 * the other ones (read, own) and hands them back (all).
 */
type Message =
  | { readonly metrics: "ask" | "read"; readonly id: number }
  | { readonly metrics: "own"; readonly id: number; readonly value: unknown }
  | { readonly metrics: "all"; readonly id: number; readonly values: readonly unknown[] };
const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

/** Promises by id that resolve with the answer, or with null after the time-out. */
class PendingAnswers<T> {
  #last = 0;
  readonly #pending = new Map<number, (answer: T | null) => void>();
  readonly #timeout: number;
  constructor(timeout: number) {
    this.#timeout = timeout;
  }
  ask(send: (id: number) => void): Promise<T | null> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, null), this.#timeout);
      this.#pending.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      send(id);
    });
  }
  settle(id: number, answer: T | null): void {
    this.#pending.get(id)?.(answer);
    this.#pending.delete(id);
  }
}

/** The supervisor's part: reads the metrics of worker processes for the one that is asked for them. */
export class MetricsRelay {
  readonly #answers = new PendingAnswers<unknown>(TIMEOUT);
  readonly #running: () => readonly Worker[];
  /** @param running worker processes that serve requests */
  constructor(running: () => readonly Worker[]) {
    this.#running = running;
  }
  /** Handles a message of a worker process if it belongs to the exchange. */
  handle(worker: Worker, message: unknown): void {
    if (!isMessage(message)) return;
    if (message.metrics === "own") this.#answers.settle(message.id, message.value);
    if (message.metrics === "ask") void this.#collect(worker, message.id);
  }
  async #collect(asking: Worker, id: number): Promise<void> {
    const others = this.#running().filter((worker) => worker !== asking);
    const values = await Promise.all(
      others.map((worker) =>
        this.#answers.ask((answerId) => send(worker, { metrics: "read", id: answerId })),
      ),
    );
    send(asking, { metrics: "all", id, values });
  }
}

/** Sends to a process that may exit at this moment. */
function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => undefined);
}

/**
 * A worker process's part (requirement HA20). Without a supervisor there are no other processes.
 * @param readOwn gives the metrics of this process
 * @returns reads those of the other processes of this machine; null: of one that did not answer
 */
export function joinMetricsExchange<T>(readOwn: () => Promise<T>): () => Promise<readonly (T | null)[]> {
  const { worker } = cluster;
  if (!worker) return () => Promise.resolve([]);
  const answers = new PendingAnswers<readonly (T | null)[]>(TIMEOUT + 1_000);
  worker.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "all") answers.settle(message.id, message.values as readonly (T | null)[]);
    if (message.metrics === "read")
      void readOwn().then(
        (value) => send(worker, { metrics: "own", id: message.id, value }),
        () => undefined,
      );
  });
  // A supervisor without an answer counts as one process without.
  return async () => (await answers.ask((id) => send(worker, { metrics: "ask", id }))) ?? [null];
}
