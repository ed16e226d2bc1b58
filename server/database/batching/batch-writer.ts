import { Refusal } from "#contract/core/errors.ts";
import { isRowError } from "../statements/sql-state.ts";

/** Inputs that may wait for one key before further callers are refused as "busy". */
const MAX_WAITING = 5_000;
const MAX_BATCH = 500;

/**
 * Turns of the event loop: a batch that waits for a pause starts after so many turns without a new input, or
 * after so many in any case.
 */
const [QUIET_TURNS, MAX_TURNS] = [2, 16];

const nextLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits while turns of the event loop bring further inputs; an idle turn takes no time. */
async function waitForPause(queue: readonly unknown[]): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS && queue.length < MAX_BATCH; turn++) {
    const before = queue.length;
    await nextLoopTurn();
    quiet = queue.length > before ? 0 : quiet + 1;
  }
}
type QueuedInput<I, O> = { input: I; resolve(output: O): void; reject(error: unknown): void };

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
  readonly #waiting = new Map<string, QueuedInput<I, O>[]>();
  /**
   * @param untilPause starts a batch when no further inputs arrive, not after one turn of the event loop: for
   * the embedded database, which works in this thread, so that collecting inputs costs no waiting
   */
  constructor(write: WriteBatch<I, O>, { untilPause = false } = {}) {
    this.#write = write;
    this.#untilPause = untilPause;
  }

  /** @throws Refusal "busy" at once if too many inputs wait */
  add(key: string, input: I): Promise<O> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key);
      if (queue) {
        if (queue.length >= MAX_WAITING) reject(new Refusal("busy"));
        else queue.push({ input, resolve, reject });
        return;
      }
      const first = [{ input, resolve, reject }];
      this.#waiting.set(key, first);
      void this.#run(key, first);
    });
  }

  async #run(key: string, queue: QueuedInput<I, O>[]): Promise<void> {
    for (;;) {
      // Waits one turn, so that inputs of the same turn, or those that follow the previous answers, share the
      // statement.
      await (this.#untilPause ? waitForPause(queue) : nextLoopTurn());
      if (queue.length === 0) break;
      const batch = queue.splice(0, MAX_BATCH);
      const outputs = await writeWithBisection(
        batch.map(({ input }) => input),
        (inputs) => this.#write(key, inputs),
      );
      batch.forEach(({ resolve, reject }, at) => {
        const output = outputs[at];
        if (output instanceof FailedInput) reject(output.error);
        else resolve(output as O);
      });
    }
    this.#waiting.delete(key);
  }
}
