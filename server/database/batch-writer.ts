import { Refusal } from "#contract/errors.ts";
import { isOfSomeRow } from "./sql-state.ts";

/** How much may wait for one key before a caller is told that it is too busy. */
const WAITING_MOST = 5_000;
const BATCH_MOST = 500;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
type Waiting<I, O> = { input: I; resolve(output: O): void; reject(error: unknown): void };

/** In an output's place: why this one has none, whatever became of the others. */
export class Failed {
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
export async function inHalves<I, O>(
  inputs: readonly I[],
  write: (inputs: readonly I[]) => Promise<(O | Failed)[]>,
): Promise<(O | Failed)[]> {
  try {
    return await write(inputs);
  } catch (error) {
    if (inputs.length < 2 || !isOfSomeRow(error)) return inputs.map(() => new Failed(error));
    const half = inputs.length >> 1;
    const first = await inHalves(inputs.slice(0, half), write);
    return [...first, ...(await inHalves(inputs.slice(half), write))];
  }
}

type Write<I, O> = (key: string, inputs: readonly I[]) => Promise<(O | Failed)[]>;

/**
 * Group commit: per key one statement is in flight, everything that arrives meanwhile is the
 * next batch, and each caller is answered after its batch's commit. `write` answers one output
 * per input, in order; when it throws it has written nothing, and what that comes to is told by `inHalves`.
 */
export class BatchWriter<I, O> {
  readonly #write: Write<I, O>;
  readonly #waiting = new Map<string, Waiting<I, O>[]>();
  constructor(write: Write<I, O>) {
    this.#write = write;
  }

  /** @throws Refusal "busy" at once where too many wait */
  add(key: string, input: I): Promise<O> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key);
      if (queue) {
        if (queue.length >= WAITING_MOST) reject(new Refusal("busy"));
        else queue.push({ input, resolve, reject });
        return;
      }
      const first = [{ input, resolve, reject }];
      this.#waiting.set(key, first);
      // One turn later, so that what arrives in the same turn shares the statement.
      setImmediate(() => void this.#run(key, first));
    });
  }

  async #run(key: string, queue: Waiting<I, O>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MOST);
      const outputs = await inHalves(
        batch.map(({ input }) => input),
        (inputs) => this.#write(key, inputs),
      );
      batch.forEach(({ resolve, reject }, at) => {
        const output = outputs[at];
        if (output instanceof Failed) reject(output.error);
        else resolve(output as O);
      });
      // What has arrived together with the answer is read first, and shares the next statement.
      await nextTurn();
    }
    this.#waiting.delete(key);
  }
}
