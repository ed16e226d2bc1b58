import type { FastifyBaseLogger } from "fastify";
import { runPeriodically } from "../../core/run-periodically.ts";
import type { SpoolCopies } from "../copies/spool-copies.ts";
import type { ReceivedBody } from "./frames.ts";
import {
  releaseSpoolFolder,
  removeSpoolFile,
  spoolFileId,
  writeAdoptedFile,
  type SpoolFile,
} from "./spool-files.ts";
import { OrphanSpools } from "./orphan-spools.ts";
import { quarantinePart, dropOldQuarantine, writeMarker, quarantineFile } from "./in-flight-markers.ts";
import { SpoolWriter, type OnAccepted } from "./spool-writer.ts";

/** Maximum of bytes on disk, some 300,000 events; more are refused (requirement X15). */
const MAX_DISK = 256 * 1024 * 1024;
/** Interval at which the folder is touched and maintained, ms. */
const MAINTENANCE_INTERVAL = 1_000;
/** Orphaned spools are looked for at every fifth run of the maintenance, their copies at every tenth. */
const ADOPTION_RUNS = 5;
const COPY_ADOPTION_RUNS = 10;
/** Attempts to read a file: after 1 s, 2 s, 4 s, … up to a minute; some five minutes in all. */
const MAX_READ_TRIES = 10;
const MAX_RETRY_DELAY = 60_000;

type Parts = {
  /** Parent folder of the folders of all processes. */
  readonly root: string;
  /** Whether no other process uses `root`. */
  readonly isAlone: boolean;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly onWritten: () => void;
  /** Copies for other machines; missing or null: none has to read what this one has accepted. */
  readonly copies?: SpoolCopies | null;
  readonly maxDiskBytes?: number;
  /** false: writes no in-flight markers, for the test that shows what they prevent. */
  readonly hasMarkers?: boolean;
};

/**
 * Bodies on disk, from their response until their events are in the database. The files of a killed process
 * are adopted by the next one, or by another process with the same root.
 */
export class Spool {
  readonly #parts: Parts;
  readonly #orphans: OrphanSpools;
  readonly #writer: SpoolWriter;
  readonly #files: SpoolFile[] = [];
  #diskBytes = 0;
  readonly #maxDiskBytes: number;
  readonly #timers: readonly { stop(): void }[];
  #maintenanceRuns = 0;
  #isClosed = false;
  #adopting: Promise<void>;
  #adoptingCopies: Promise<void>;

  constructor(parts: Parts) {
    const { root, now, log, onWritten } = parts;
    this.#parts = parts;
    this.#maxDiskBytes = parts.maxDiskBytes ?? MAX_DISK;
    this.#orphans = new OrphanSpools(parts);
    this.#writer = new SpoolWriter({
      root,
      now,
      log,
      onWritten,
      copies: parts.copies ?? null,
      onFileCreated: (file) => void this.#files.push(file),
      onAppended: (bytes) => void (this.#diskBytes += bytes),
    });
    this.#adopting = this.#adopt();
    this.#adoptingCopies = this.#adoptCopies();
    // Two timers, so that a slow maintenance does not delay touching the folder and let others take it over.
    this.#timers = [() => this.#writer.touchFolder(), () => this.#runMaintenance()].map((run) =>
      runPeriodically(MAINTENANCE_INTERVAL, run, log),
    );
  }

  /** Bytes that wait, on disk and in memory. */
  get bytes(): number {
    return this.#diskBytes + this.#writer.pendingBytes;
  }
  get isHalfFull(): boolean {
    return this.bytes > this.#maxDiskBytes / 2;
  }

  /**
   * Accepts a body, whose memory must not be changed afterwards.
   * @param isDurable calls back only once a power cut cannot lose the body
   * @returns false if there is no room for it
   */
  add(entry: ReceivedBody, isDurable: boolean, onAccepted: OnAccepted): boolean {
    const isFull = this.bytes + entry.body.length > this.#maxDiskBytes;
    return !isFull && this.#writer.add(entry, isDurable, onAccepted);
  }
  /** Returns the next file to read or to remove. */
  next(): SpoolFile | undefined {
    const now = performance.now();
    return this.#files.find(
      ({ offset, size, isOpen, retryAt }) => retryAt <= now && (offset < size || !isOpen),
    );
  }
  /** Postpones a file that the system cannot read now; after the last try it is quarantined. */
  async postpone(file: SpoolFile, error: unknown): Promise<void> {
    const { log, onWritten } = this.#parts;
    const delay = Math.min(MAX_RETRY_DELAY, MAINTENANCE_INTERVAL * 2 ** file.tries++);
    file.retryAt = performance.now() + delay;
    log.warn({ err: error, tries: file.tries }, "event spool file unreadable, retrying");
    setTimeout(onWritten, delay + 1).unref();
    if (file.tries < MAX_READ_TRIES || file.isOpen) return;
    try {
      const path = await quarantineFile(this.#quarantineFolder, file);
      this.#untrack(file);
      log.error({ err: error, path }, "event spool file unreadable, quarantined");
    } catch (failure) {
      log.warn({ err: failure }, "event spool file not quarantined");
    }
  }
  /** Marks that a file, or its frame at byte `place`, is about to be read and stored. */
  async markInFlight(file: SpoolFile, place: "whole" | number): Promise<void> {
    // If the file cannot be renamed, its events are stored without the marker.
    if (this.#parts.hasMarkers !== false) await writeMarker(file, place).catch(() => {});
  }
  /** Quarantines the next frame of a file, which has ended two processes. @param to end of the frame */
  async quarantineFrame(file: SpoolFile, to: number): Promise<void> {
    const { log } = this.#parts;
    try {
      const copy = await quarantinePart(this.#quarantineFolder, file, to);
      log.error({ copy, bytes: to - file.offset }, "event worker crashed twice, batch quarantined");
    } catch (error) {
      log.error({ err: error }, "event worker crashed twice, batch discarded");
    }
  }
  /** Drops a file that does not exist any more: it was deleted or taken over by another process. */
  async drop(file: SpoolFile): Promise<void> {
    await this.#writer.settled();
    if (this.#writer.openFile === file) await this.#writer.closeFileBetweenWrites();
    this.#untrack(file);
  }
  /** Removes a file whose events are in the database. */
  async remove(file: SpoolFile): Promise<void> {
    this.#untrack(file);
    this.#parts.copies?.remove(spoolFileId(file));
    await removeSpoolFile(file);
  }
  /** Resolves when all accepted bodies can be read. */
  async settled(): Promise<void> {
    await this.#adopting;
    await this.#writer.settled();
  }
  /** Closes the spool; what has not been read is left for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.stop();
    await this.settled();
    await this.#adoptingCopies;
    await this.#writer.close();
    for (const file of this.#files.filter(({ offset, size }) => offset === size)) await this.remove(file);
    // Removes the in-flight markers, since this process did not crash.
    for (const file of this.#files) await writeMarker(file, file.isSuspect ? "whole" : null).catch(() => {});
    await this.#parts.copies?.close();
    if (this.#writer.folder !== null) await releaseSpoolFolder(this.#writer.folder);
  }

  #untrack(file: SpoolFile): void {
    if (!this.#files.includes(file)) return;
    this.#files.splice(this.#files.indexOf(file), 1);
    this.#diskBytes -= file.size;
  }
  async #runMaintenance(): Promise<void> {
    const writer = this.#writer;
    this.#maintenanceRuns++;
    if (!(await writer.touchFolder()) && !writer.isWriting && !this.#isClosed)
      await writer.recreateFolderBetweenWrites();
    if (this.#maintenanceRuns % ADOPTION_RUNS === 0) await (this.#adopting = this.#adopt());
    if (this.#maintenanceRuns % COPY_ADOPTION_RUNS === 0) await (this.#adoptingCopies = this.#adoptCopies());
    // Closes a file that was read completely, so that it is removed: its bodies have not been scrubbed.
    const isRead = writer.openFile !== null && writer.openFile.offset === writer.openFile.size;
    if (isRead && !writer.isWriting) {
      await writer.closeFileBetweenWrites();
      this.#parts.onWritten();
    }
  }
  /** Folder beside the root, since folders in the root are adopted. */
  get #quarantineFolder(): string {
    return `${this.#parts.root}-aside`;
  }
  async #adopt(): Promise<void> {
    const { folder } = this.#writer;
    if (folder === null) return;
    try {
      await dropOldQuarantine(this.#quarantineFolder);
      const adopted = await this.#orphans.adopt(folder);
      this.#files.unshift(...adopted);
      this.#diskBytes += adopted.reduce((sum, { size }) => sum + size, 0);
    } catch (error) {
      this.#parts.log.warn({ err: error }, "orphan event spools not adopted");
    }
    if (this.next()) this.#parts.onWritten();
  }
  /** Takes over what ended processes of other machines have accepted and not stored. */
  async #adoptCopies(): Promise<void> {
    const { copies, log, onWritten } = this.#parts;
    try {
      await copies?.adopt(
        (adopted) => {
          const { folder } = this.#writer;
          if (folder === null || this.#isClosed) throw new Error("no event spool folder");
          return writeAdoptedFile(folder, adopted);
        },
        (file) => {
          this.#files.unshift(file);
          this.#diskBytes += file.size;
          onWritten();
          return !this.isHalfFull;
        },
      );
    } catch (error) {
      if (!this.#isClosed) log.warn({ err: error }, "copied events of ended processes not taken over");
    }
  }
}
