import { Refusal } from "#contract/errors.ts";

/** How much may wait for one key before a caller is told that it is too busy. */
const WAITING_MOST = 5_000;
const BATCH_MOST = 500;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
type Waiting<I, O> = { input: I; resolve(output: O): void; reject(error: unknown): void };

/**
 * Group commit: per key one statement is in flight, everything that arrives meanwhile is the
 * next batch, and each caller is answered after its batch's commit. `write` answers one output
 * per input, in order; when it throws, every caller of the batch gets the error.
 */
export class BatchWriter<I, O> {
  readonly #write: (key: string, inputs: readonly I[]) => Promise<O[]>;
  readonly #waiting = new Map<string, Waiting<I, O>[]>();
  constructor(write: (key: string, inputs: readonly I[]) => Promise<O[]>) {
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
      try {
        const outputs = await this.#write(
          key,
          batch.map(({ input }) => input),
        );
        batch.forEach(({ resolve }, at) => resolve(outputs[at] as O));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // What has arrived together with the answer is read first, and shares the next statement.
      await nextTurn();
    }
    this.#waiting.delete(key);
  }
}
