import type { TrackingProject } from "#contract/tracking-names.ts";
import type { ReadBodies } from "./batch.ts";
import type { Reader } from "./reader.ts";
import type { TrackingMetrics } from "./metrics.ts";
import type { Writer } from "./writer.ts";

/** Bodies and rows in memory at most, bytes; what comes beyond is dropped and counted (requirement X15). */
const HELD_MOST = 16 * 1024 * 1024;
/** A batch goes to the reading thread when it is as big as this, or as old as that, ms. */
const BATCH_BYTES = 64 * 1024;
const BATCH_WAIT = 25;
/** Batches that the thread has before it at once. */
const READING_MOST = 4;
/** What a body costs in memory beside its bytes. */
const BODY_COST = 64;

type Tell = (isStored: boolean) => void;
type Batch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  used: number;
  readonly lengths: number[];
  readonly projects: TrackingProject[];
  /** Told when the batch is in the database, or lost. */
  readonly told: Tell[];
};
const newBatch = (size: number): Batch => ({
  bytes: new Uint8Array(size),
  used: 0,
  lengths: [],
  projects: [],
  told: [],
});
const costOf = ({ used, lengths }: Batch): number => used + lengths.length * BODY_COST;

/** What comes in waits here, in little memory, until it is read and written. */
export class Intake {
  #batch = newBatch(BATCH_BYTES);
  readonly #ready: Batch[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = 0;
  #reading = 0;
  readonly #running = new Set<Promise<void>>();
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #metrics: TrackingMetrics;
  readonly #now: () => number;

  constructor(parts: { reader: Reader; writer: Writer; metrics: TrackingMetrics; now: () => number }) {
    this.#reader = parts.reader;
    this.#writer = parts.writer;
    this.#metrics = parts.metrics;
    this.#now = parts.now;
  }

  /** Bytes in memory, for the metrics. */
  get held(): number {
    return this.#held;
  }
  /** Whether so much more fits in. */
  hasRoom(bytes: number): boolean {
    return this.#held + bytes + BODY_COST <= HELD_MOST;
  }

  /**
   * Takes a copy of a body.
   * @returns false where there is no room: it is dropped and counted
   * @param told called when its events are in the database (true), or are lost (false)
   */
  add(body: Uint8Array, project: TrackingProject, told?: Tell): boolean {
    if (!this.hasRoom(body.length)) {
      this.#metrics.count("overflow");
      return false;
    }
    if (this.#batch.used + body.length > this.#batch.bytes.length) this.#cut(body.length);
    const batch = this.#batch;
    batch.bytes.set(body, batch.used);
    batch.used += body.length;
    batch.lengths.push(body.length);
    batch.projects.push(project);
    this.#held += body.length + BODY_COST;
    if (told) batch.told.push(told);
    this.#timer ??= setTimeout(() => this.#cut(), BATCH_WAIT);
    return true;
  }

  /** Resolves when everything that came before is written or lost. */
  async settled(): Promise<void> {
    this.#cut();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends the batch. @param next bytes that the next one must take at least */
  #cut(next = 0): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.lengths.length > 0) this.#ready.push(this.#batch);
    else if (next <= this.#batch.bytes.length) return;
    this.#batch = newBatch(Math.max(BATCH_BYTES, next));
    this.#next();
  }

  #next(): void {
    while (this.#reading < READING_MOST) {
      const batch = this.#ready.shift();
      if (!batch) return;
      const run = this.#run(batch).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  async #run(batch: Batch): Promise<void> {
    let held = costOf(batch);
    let isStored = false;
    try {
      const read = await this.#read(batch);
      if (read === null) return;
      // From here on its rows are what is held.
      const rowBytes = read.chunks.reduce((sum, { text }) => sum + text.length, 0);
      this.#held += rowBytes - held;
      held = rowBytes;
      isStored = (await Promise.all(read.chunks.map((chunk) => this.#writer.write(chunk)))).every(Boolean);
    } finally {
      this.#held -= held;
      for (const tell of batch.told) tell(isStored);
    }
  }

  async #read({ bytes, used, lengths, projects }: Batch): Promise<ReadBodies | null> {
    this.#reading++;
    try {
      const read = await this.#reader.read({
        bytes: bytes.subarray(0, used),
        lengths,
        projects,
        now: this.#now(),
      });
      for (const [reason, times] of Object.entries(read.dropped))
        if (times > 0) this.#metrics.count(reason as keyof typeof read.dropped, times);
      return read;
    } catch {
      // The thread broke over it: asking again would break it again.
      this.#metrics.count("failed", lengths.length);
      return null;
    } finally {
      this.#reading--;
      this.#next();
    }
  }
}
