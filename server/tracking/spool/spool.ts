import { stat, type FileHandle } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { runPeriodically } from "../../core/run-periodically.ts";
import { encodeFrames, type ReceivedBody } from "./frames.ts";
import {
  releaseSpoolFolder,
  createSpoolFile,
  createSpoolFolder,
  removeSpoolFile,
  systemCodeOf,
  touchSpoolFolder,
  writeAt,
  type SpoolFile,
} from "./spool-files.ts";
import { OrphanSpools } from "./orphan-spools.ts";
import { quarantinePart, dropOldQuarantine, writeMarker, quarantineFile } from "./in-flight-markers.ts";

/** On disk at most, bytes: some 300,000 events. What comes beyond is refused (requirement X15). */
const DISK_MOST = 256 * 1024 * 1024;
/** In memory at most until it is written, bytes. */
const MEMORY_MOST = 8 * 1024 * 1024;
/** A file is ended when it is as big as this; it is removed as a whole. */
const FILE_ENOUGH = 2 * 1024 * 1024;
/** What nobody waits for is forced onto the disk this often, ms: a power cut may lose so much. */
const SYNC_EVERY = 100;
/** How often the folder is kept, and others are looked after, ms. */
const MAINTENANCE_INTERVAL = 1_000;
const LOOK_EVERY = 5;
/** A file that cannot be read is tried so often: after 1 s, 2 s, 4 s, … and a minute; some five minutes in all. */
const TRIES = 10;
const MAX_RETRY_DELAY = 60_000;

/** Told when a body is safe (true), or was not taken after all (false). */
export type OnTaken = (isTaken: boolean) => void;
type Waiting = ReceivedBody & { readonly isForced: boolean; readonly tell: OnTaken };
type Parts = {
  /** Where the folders of all processes lie. */
  readonly root: string;
  /** No other process uses `root`. */
  readonly isAlone: boolean;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly onWritten: () => void;
  readonly diskMost?: number;
  /** For the test that shows what marks are good for. */
  readonly isMarked?: boolean;
};

/**
 * Bodies on disk, from their answer until they are in the database. Whatever comes while one write
 * is under way is the next write, so that a flood costs hardly more writes than a trickle. A killed
 * process's files are taken over by the next one, or by another that shares the folder.
 */
export class Spool {
  readonly #parts: Parts;
  readonly #heirs: OrphanSpools;
  /** Null while none can be made. */
  #folder: string | null;
  readonly #files: SpoolFile[] = [];
  #open: { file: SpoolFile; handle: FileHandle } | null = null;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #diskBytes = 0;
  readonly #diskMost: number;
  #committing: Promise<void> | null = null;
  #unforced: OnTaken[] = [];
  #forcing: Promise<void> | null = null;
  #forcedAt = 0;
  readonly #timers: readonly { stop(): void }[];
  #turn = 0;
  #isClosed = false;
  #adopting: Promise<void>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#diskMost = parts.diskMost ?? DISK_MOST;
    this.#heirs = new OrphanSpools(parts);
    this.#folder = createSpoolFolder(parts.root);
    if (this.#folder === null) parts.log.warn("no events can be taken: DATA_DIR cannot be written");
    this.#adopting = this.#adopt();
    // Kept by itself: however long a turn takes, nobody else takes the folder over.
    this.#timers = [() => this.#touch(), () => this.#takeTurn()].map((run) =>
      runPeriodically(MAINTENANCE_INTERVAL, run, parts.log),
    );
  }

  /** Bytes that wait, on disk and on their way to it. */
  get bytes(): number {
    return this.#diskBytes + this.#waitingBytes;
  }
  /** Whether half of what may wait does. */
  get isHalfFull(): boolean {
    return this.bytes > this.#diskMost / 2;
  }

  /**
   * Takes a body; the memory it lies in is its own from now on.
   * @param isForced it is told only when not even a power cut can lose it
   * @returns false where there is no room for it
   */
  add(entry: ReceivedBody, isForced: boolean, tell: OnTaken): boolean {
    const { length } = entry.body;
    const isFull = this.bytes + length > this.#diskMost;
    if (this.#folder === null || isFull || this.#waitingBytes + length > MEMORY_MOST) return false;
    this.#waitingBytes += length;
    this.#waiting.push({ ...entry, isForced, tell });
    this.#committing ??= this.#commitAll();
    return true;
  }
  /** The next file with something to read, or to remove. */
  next(): SpoolFile | undefined {
    const now = performance.now();
    return this.#files.find(
      ({ at, size, isOpen, restsUntil }) => restsUntil <= now && (at < size || !isOpen),
    );
  }
  /** Leaves a file alone for a while that the machine cannot read now; in the end it is put aside as it is. */
  async rest(file: SpoolFile, error: unknown): Promise<void> {
    const { log, onWritten } = this.#parts;
    const rest = Math.min(MAX_RETRY_DELAY, MAINTENANCE_INTERVAL * 2 ** file.tries++);
    file.restsUntil = performance.now() + rest;
    log.warn({ err: error, tries: file.tries }, "a file of events cannot be read now");
    setTimeout(onWritten, rest + 1).unref();
    if (file.tries < TRIES || file.isOpen) return;
    try {
      const path = await quarantineFile(this.#aside, file);
      this.#leaveOut(file);
      log.error({ err: error, path }, "a file of events that could not be read was put aside");
    } catch (other) {
      log.warn({ err: other }, "a file of events cannot be put aside");
    }
  }
  /** Says that a file, or its frame that begins at `place`, is about to be read and stored. */
  async begin(file: SpoolFile, place: "whole" | number): Promise<void> {
    // Where names cannot be changed, events are stored all the same.
    if (this.#parts.isMarked !== false) await writeMarker(file, place).catch(() => {});
  }
  /** Keeps the next frame of a file, which has ended two processes, from ending a third. @param to where it ends */
  async putAside(file: SpoolFile, to: number): Promise<void> {
    const { log } = this.#parts;
    try {
      const copy = await quarantinePart(this.#aside, file, to);
      log.error({ copy, bytes: to - file.at }, "events over which the process ended twice were put aside");
    } catch (error) {
      log.error({ err: error }, "events over which the process ended twice are left out");
    }
  }
  /** It is not there any more: another process has it, or nobody. */
  async forget(file: SpoolFile): Promise<void> {
    while (this.#committing) await this.#committing;
    if (this.#open?.file === file) await this.#between(() => this.#endFile());
    this.#leaveOut(file);
  }
  /** Its events are in the database. */
  async remove(file: SpoolFile): Promise<void> {
    this.#leaveOut(file);
    await removeSpoolFile(file);
  }
  /** Resolves when everything that came before can be read. */
  async settled(): Promise<void> {
    await this.#adopting;
    while (this.#committing) await this.#committing;
  }
  /** Nothing comes any more; what is still to be read waits for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.stop();
    await this.settled();
    await this.#endFile();
    await this.#forcing;
    for (const file of this.#files.filter(({ at, size }) => at === size)) await this.remove(file);
    // Whoever reads them next does so after no death.
    for (const file of this.#files) await writeMarker(file, file.isSuspect ? "whole" : null).catch(() => {});
    if (this.#folder !== null) await releaseSpoolFolder(this.#folder);
  }

  async #commitAll(): Promise<void> {
    // Whatever else has arrived by now comes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const taken = this.#waiting;
      this.#waiting = [];
      const isWritten = await this.#write(taken);
      for (const { body, isForced, tell } of taken) {
        this.#waitingBytes -= body.length;
        if (isWritten && isForced) this.#unforced.push(tell);
        else tell(isWritten);
      }
      if (this.#unforced.length > 0 || performance.now() - this.#forcedAt > SYNC_EVERY) this.#force();
      if (isWritten) this.#parts.onWritten();
    }
    this.#committing = null;
  }
  #leaveOut(file: SpoolFile): void {
    if (!this.#files.includes(file)) return;
    this.#files.splice(this.#files.indexOf(file), 1);
    this.#diskBytes -= file.size;
  }
  async #write(taken: readonly Waiting[]): Promise<boolean> {
    for (let isLast = false; ; isLast = true) {
      try {
        await this.#append(taken);
        return true;
      } catch (error) {
        // What it holds by now is good, what stands behind is not: the next write has a new one.
        await this.#endFile();
        if (!isLast && systemCodeOf(error) === "ENOENT" && (await this.#beginAnew())) continue;
        this.#parts.log.warn({ err: error }, "events cannot be put on disk");
        return false;
      }
    }
  }
  async #append(taken: readonly Waiting[]): Promise<void> {
    const { file, handle } = await this.#fileToWrite();
    const bytes = encodeFrames(taken, this.#parts.now());
    await writeAt(handle, bytes, file.size);
    // Where another process has taken the folder meanwhile, this stands where nobody will read it.
    await stat(this.#folder ?? "");
    file.size += bytes.length;
    this.#diskBytes += bytes.length;
  }
  /** Another folder where there is none, or none any more. @returns whether there is one now */
  async #beginAnew(): Promise<boolean> {
    const { root, log } = this.#parts;
    await this.#endFile();
    const isGone = this.#folder !== null;
    this.#folder = createSpoolFolder(root);
    if (isGone)
      log.warn({ folder: this.#folder }, "the folder of tracked events is gone: another one is begun");
    return this.#folder !== null;
  }
  async #fileToWrite(): Promise<{ file: SpoolFile; handle: FileHandle }> {
    if (this.#open && this.#open.file.size >= FILE_ENOUGH) await this.#endFile();
    if (this.#open) return this.#open;
    if (this.#folder === null) throw new Error("there is no folder for tracked events");
    const made = await createSpoolFile(this.#folder);
    this.#files.push(made.file);
    return (this.#open = made);
  }
  async #endFile(): Promise<void> {
    const ended = this.#open;
    if (!ended) return;
    await ended.handle.datasync().catch(() => {});
    this.#open = null;
    ended.file.isOpen = false;
    await ended.handle.close().catch(() => {});
  }

  #force(): void {
    this.#forcing ??= this.#forceAll().finally(() => (this.#forcing = null));
  }
  async #forceAll(): Promise<void> {
    do {
      const told = this.#unforced;
      this.#unforced = [];
      this.#forcedAt = performance.now();
      const written = this.#open;
      // Where the file was ended meanwhile, it was forced then.
      const isForced = await (written?.handle.datasync() ?? Promise.resolve()).then(
        () => true,
        () => this.#open !== written,
      );
      for (const tell of told) tell(isForced);
    } while (this.#unforced.length > 0);
  }

  /** @returns whether the folder is there */
  #touch = async (): Promise<boolean> => this.#folder !== null && touchSpoolFolder(this.#folder);
  async #takeTurn(): Promise<void> {
    this.#turn++;
    if (!(await this.#touch()) && this.#committing === null && !this.#isClosed)
      await this.#between(async () => void (await this.#beginAnew()));
    if (this.#turn % LOOK_EVERY === 0) await (this.#adopting = this.#adopt());
    // What has been read goes while it is quiet: it has not been cleaned.
    const isRead = this.#open !== null && this.#open.file.at === this.#open.file.size;
    if (isRead && this.#committing === null) {
      await this.#between(() => this.#endFile());
      this.#parts.onWritten();
    }
  }
  /** Does what no write may be under way with; what comes meanwhile is written afterwards. */
  async #between(work: () => Promise<void>): Promise<void> {
    await (this.#committing = work());
    this.#committing = this.#waiting.length > 0 ? this.#commitAll() : null;
  }
  /** Beside the folders of processes, which are taken over. */
  get #aside(): string {
    return `${this.#parts.root}-aside`;
  }
  async #adopt(): Promise<void> {
    if (this.#folder === null) return;
    try {
      await dropOldQuarantine(this.#aside);
      const taken = await this.#heirs.take(this.#folder);
      this.#files.unshift(...taken);
      this.#diskBytes += taken.reduce((sum, { size }) => sum + size, 0);
    } catch (error) {
      this.#parts.log.warn({ err: error }, "what another process left cannot be read");
    }
    if (this.next()) this.#parts.onWritten();
  }
}
