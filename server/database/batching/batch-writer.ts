import { Refusal } from "#contract/core/errors.ts";
import { currentNetwork, currentTrace, runForEverybody } from "../../core/caller-network.ts";
import { isRecorded, type TraceContext } from "../../core/trace-context.ts";
import { mayHold } from "../../core/fair-queue.ts";
import { isRowError } from "../statements/sql-state.ts";

/** Inputs that may wait for one key; one network has a share of them (core/fair-queue.ts). */
export const MAX_WAITING_INPUTS = 5_000;
const MAX_BATCH = 500;

/**
 * Turns of the event loop: a batch that waits for a pause starts after so many turns without a new input, or
 * after so many in any case.
 */
const [QUIET_TURNS, MAX_TURNS] = [2, 16];

const nextLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits while turns of the event loop bring further inputs; an idle turn takes no time. */
async function waitForPause(queue: { readonly length: number }): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS && queue.length < MAX_BATCH; turn++) {
    const before = queue.length;
    await nextLoopTurn();
    quiet = queue.length > before ? 0 : quiet + 1;
  }
}
type QueuedInput<I, O> = {
  readonly input: I;
  readonly network: string | null;
  readonly trace: TraceContext | null;
  resolve(output: O): void;
  reject(error: unknown): void;
};

/** Inputs that wait in all batch writers of this process. */
let waitingInputs = 0;
/** Number of inputs that wait to be written, for work that yields to them. */
export const countWaitingInputs = (): number => waitingInputs;

/** Batches that were written in this process, and their inputs, for the metrics. */
export const batchCounts = { batches: 0, inputs: 0 };

/** Inputs of this second and of the one before. */
const recent = { second: 0, inputs: 0, before: 0 };
function countInput(now: number): void {
  const second = Math.floor(now / 1_000);
  if (second === recent.second) return void recent.inputs++;
  recent.before = second === recent.second + 1 ? recent.inputs : 0;
  recent.second = second;
  recent.inputs = 1;
}
/** Number of inputs of the last one to two seconds, for work that leaves the machine to a rush. */
export function countRecentInputs(now = performance.now()): number {
  const age = Math.floor(now / 1_000) - recent.second;
  if (age > 1) return 0;
  return age === 1 ? recent.inputs : recent.inputs + recent.before;
}

/** Inputs of one key that wait, counted by network. */
class InputQueue<I, O> {
  readonly #inputs: QueuedInput<I, O>[] = [];
  readonly #counts = new Map<string, number>();

  get length(): number {
    return this.#inputs.length;
  }
  /** Adds an input, or rejects it if its network's share or the whole queue is used up. */
  add(queued: QueuedInput<I, O>): void {
    const { network } = queued;
    const free = MAX_WAITING_INPUTS - this.#inputs.length;
    const own = network === null ? 0 : (this.#counts.get(network) ?? 0);
    if (free <= 0) return queued.reject(new Refusal("busy"));
    if (!mayHold(own, free)) return queued.reject(new Refusal("tooMany", { retryAfterSeconds: 1 }));
    if (network !== null) this.#counts.set(network, own + 1);
    this.#inputs.push(queued);
    waitingInputs++;
    countInput(performance.now());
  }
  takeBatch(): QueuedInput<I, O>[] {
    const batch = this.#inputs.splice(0, MAX_BATCH);
    waitingInputs -= batch.length;
    if (this.#inputs.length === 0) this.#counts.clear();
    else
      for (const { network } of batch)
        if (network !== null) this.#counts.set(network, (this.#counts.get(network) ?? 1) - 1);
    return batch;
  }
}

/** Output of an input that failed, independently of the others in its batch. */
export class FailedInput {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Writes all inputs together; if the database rejects one of the rows, splits the batch in halves until that
 * row is alone, so that a person who is being erased does not fail the others. Any other error fails the
 * whole batch.
 * @param write writes all or nothing, so that inputs may be written again after it has thrown
 */
export async function writeWithBisection<I, O>(
  inputs: readonly I[],
  write: (inputs: readonly I[]) => Promise<(O | FailedInput)[]>,
): Promise<(O | FailedInput)[]> {
  try {
    return await write(inputs);
  } catch (error) {
    if (inputs.length < 2 || !isRowError(error)) return inputs.map(() => new FailedInput(error));
    const half = inputs.length >> 1;
    const first = await writeWithBisection(inputs.slice(0, half), write);
    return [...first, ...(await writeWithBisection(inputs.slice(half), write))];
  }
}

type WriteBatch<I, O> = (key: string, inputs: readonly I[]) => Promise<(O | FailedInput)[]>;

/**
 * Group commit: one statement per key is in flight, inputs that arrive meanwhile form the next batch, and
 * each caller is answered after the commit of its batch. `write` returns one output per input, in order; when
 * it throws, nothing was written, and `writeWithBisection` decides what follows.
 */
export class BatchWriter<I, O> {
  readonly #write: WriteBatch<I, O>;
  readonly #untilPause: boolean;
  readonly #waiting = new Map<string, InputQueue<I, O>>();
  /**
   * @param untilPause starts a batch when no further inputs arrive, not after one turn of the event loop: for
   * the embedded database, which works in this thread, so that collecting inputs costs no waiting
   */
  constructor(write: WriteBatch<I, O>, { untilPause = false } = {}) {
    this.#write = write;
    this.#untilPause = untilPause;
  }

  /** @throws Refusal "busy" at once if too many inputs wait, "tooMany" if too many of the caller's network do */
  add(key: string, input: I): Promise<O> {
    return new Promise((resolve, reject) => {
      const queued = { input, network: currentNetwork(), trace: currentTrace(), resolve, reject };
      const queue = this.#waiting.get(key);
      if (queue) return queue.add(queued);
      const first = new InputQueue<I, O>();
      first.add(queued);
      this.#waiting.set(key, first);
      void runForEverybody(() => this.#run(key, first));
    });
  }

  async #run(key: string, queue: InputQueue<I, O>): Promise<void> {
    for (;;) {
      // Waits one turn, so that inputs of the same turn, or those that follow the previous answers, share the
      // statement.
      await (this.#untilPause ? waitForPause(queue) : nextLoopTurn());
      if (queue.length === 0) break;
      const batch = queue.takeBatch();
      batchCounts.batches++;
      batchCounts.inputs += batch.length;
      const inputs = batch.map(({ input }) => input);
      // The statement of the batch has one comment: the trace of its first input that is recorded.
      const trace = batch.find((queued) => isRecorded(queued.trace))?.trace ?? null;
      const write = () => writeWithBisection(inputs, (part) => this.#write(key, part));
      const outputs = await (trace === null ? write() : runForEverybody(write, trace));
      batch.forEach(({ resolve, reject }, at) => {
        const output = outputs[at];
        if (output instanceof FailedInput) reject(output.error);
        else resolve(output as O);
      });
    }
    this.#waiting.delete(key);
  }
}
