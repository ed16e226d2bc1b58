import { Refusal } from "#contract/core/errors.ts";
import { isRowError } from "../statements/sql-state.ts";

/** How much may wait for one key before a caller is told that it is too busy. */
const MAX_WAITING = 5_000;
const MAX_BATCH = 500;

/** A batch that waits for a pause begins after so many turns of the loop that brought nobody further, or after so many in any case. */
const [QUIET_TURNS, TURNS_MOST] = [2, 16];

const nextLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits for as long as turns of the loop bring more; one without work takes no time. */
async function waitForPause(queue: readonly unknown[]): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < TURNS_MOST && quiet < QUIET_TURNS && queue.length < MAX_BATCH; turn++) {
    const before = queue.length;
    await nextLoopTurn();
    quiet = queue.length > before ? 0 : quiet + 1;
  }
}
type QueuedInput<I, O> = { input: I; resolve(output: O): void; reject(error: unknown): void };

/** In an output's place: why this one has none, whatever became of the others. */
export class FailedInput {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Writes all together; where the database refuses that for one of the rows, in halves, until that one stands alone:
 * somebody who is erased at this moment fails nobody else. Whatever else goes wrong is everybody's.
 * @param write all or nothing, so that what it has thrown for may be written again
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
 * Group commit: per key one statement is in flight, everything that arrives meanwhile is the
 * next batch, and each caller is answered after its batch's commit. `write` answers one output
 * per input, in order; when it throws it has written nothing, and what that comes to is told by `inHalves`.
 */
export class BatchWriter<I, O> {
  readonly #write: WriteBatch<I, O>;
  readonly #untilPause: boolean;
  readonly #waiting = new Map<string, QueuedInput<I, O>[]>();
  /**
   * @param untilPause a batch begins when nobody comes any more, and not after a turn of the loop: for the embedded
   *   database, which works in this thread, so that there is nothing to be done meanwhile but to gather
   */
  constructor(write: WriteBatch<I, O>, { untilPause = false } = {}) {
    this.#write = write;
    this.#untilPause = untilPause;
  }

  /** @throws Refusal "busy" at once where too many wait */
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
      // One turn later, so that what arrives in the same turn, or together with the answers before, shares the statement.
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
