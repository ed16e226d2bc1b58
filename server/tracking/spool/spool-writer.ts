import { stat, type FileHandle } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import type { SpoolCopies, WrittenFrames } from "../copies/spool-copies.ts";
import { encodeFrames, type ReceivedBody } from "./frames.ts";
import {
  createSpoolFile,
  createSpoolFolder,
  spoolFileId,
  systemCodeOf,
  touchSpoolFolder,
  writeAt,
  type SpoolFile,
} from "./spool-files.ts";

/** Maximum of bytes in memory until they are written. */
const MAX_MEMORY = 8 * 1024 * 1024;
/** Size at which a file is closed, bytes; it is removed as a whole. */
const FILE_SIZE = 2 * 1024 * 1024;
/** Interval at which data are synced to the disk that no sender waits for, ms: a power cut loses no more. */
const SYNC_INTERVAL = 100;

/** Called when a body is safe (true) or was not accepted after all (false). */
export type OnAccepted = (isAccepted: boolean) => void;
type PendingBody = ReceivedBody & { readonly isDurable: boolean; readonly onAccepted: OnAccepted };
type Batch = readonly PendingBody[];
type OpenFile = { readonly file: SpoolFile; readonly handle: FileHandle };
type Parts = {
  /** Parent folder of the folders of all processes. */
  readonly root: string;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly onFileCreated: (file: SpoolFile) => void;
  readonly onAppended: (bytes: number) => void;
  /** Called when there is something to read. */
  readonly onWritten: () => void;
  /** null: no other machine has to read what this one has accepted. */
  readonly copies: SpoolCopies | null;
};

/**
 * Writes bodies to files in the folder of this process. Bodies that arrive during a write are written
 * together in the next one, so that a flood needs hardly more writes than a trickle.
 */
export class SpoolWriter {
  readonly #parts: Parts;
  /** null: it could not be created. */
  #folder: string | null;
  #open: OpenFile | null = null;
  #pending: PendingBody[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> | null = null;
  #awaitingSync: OnAccepted[] = [];
  #syncing: Promise<void> | null = null;
  #syncedAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#folder = createSpoolFolder(parts.root);
    if (this.#folder === null) parts.log.warn("event collection disabled: DATA_DIR is not writable");
  }

  get folder(): string | null {
    return this.#folder;
  }
  get pendingBytes(): number {
    return this.#pendingBytes;
  }
  get isWriting(): boolean {
    return this.#writing !== null;
  }
  get openFile(): SpoolFile | null {
    return this.#open?.file ?? null;
  }

  /**
   * Accepts a body, whose memory must not be changed afterwards.
   * @param isDurable calls back only once a power cut cannot lose the body
   * @returns false if there is no folder or no memory for it
   */
  add(entry: ReceivedBody, isDurable: boolean, onAccepted: OnAccepted): boolean {
    const { length } = entry.body;
    if (this.#folder === null || this.#pendingBytes + length > MAX_MEMORY) return false;
    this.#pendingBytes += length;
    this.#pending.push({ ...entry, isDurable, onAccepted });
    this.#writing ??= this.#writeAll();
    return true;
  }
  /** Resolves when all accepted bodies are written. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }
  /** Closes the open file between two writes. */
  closeFileBetweenWrites(): Promise<void> {
    return this.#runBetweenWrites(() => this.#closeFile());
  }
  /** Creates a new folder between two writes, since the old one was deleted or could not be created. */
  recreateFolderBetweenWrites(): Promise<void> {
    return this.#runBetweenWrites(async () => void (await this.#recreateFolder()));
  }
  /**
   * Updates the folder's time, by which other processes know that this one runs.
   * @returns false if it does not exist
   */
  async touchFolder(): Promise<boolean> {
    return this.#folder !== null && touchSpoolFolder(this.#folder);
  }
  /** Closes the open file once everything is written and synced. */
  async close(): Promise<void> {
    await this.settled();
    await this.#closeFile();
    await this.#syncing;
  }

  async #writeAll(): Promise<void> {
    // Waits for bodies that arrive in the same turn of the event loop.
    await new Promise(setImmediate);
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      const written = await this.#write(batch);
      this.#acknowledge(batch, written);
      if (this.#awaitingSync.length > 0 || performance.now() - this.#syncedAt > SYNC_INTERVAL) this.#sync();
      if (written !== null) this.#parts.onWritten();
    }
    this.#writing = null;
  }
  /**
   * Acknowledges bodies that were written, those that must be durable later: when they are copied, or else synced. One that
   * is not copied for a failing database is refused if its sender keeps it, and accepted otherwise: nobody else has it.
   */
  #acknowledge(batch: Batch, written: WrittenFrames | null): void {
    const { copies } = this.#parts;
    const acknowledge = (isCopied: boolean | null): void => {
      for (const { body, isDurable, onAccepted } of batch) {
        this.#pendingBytes -= body.length;
        if (isCopied === null && isDurable) this.#awaitingSync.push(onAccepted);
        else onAccepted(isCopied !== false || !isDurable);
      }
    };
    if (written === null) {
      for (const { body, onAccepted } of batch) {
        this.#pendingBytes -= body.length;
        onAccepted(false);
      }
    } else if (copies === null) acknowledge(null);
    else copies.add(written, acknowledge);
  }
  /** @returns what was written; null: nothing could be */
  async #write(batch: Batch): Promise<WrittenFrames | null> {
    for (let isLastTry = false; ; isLastTry = true) {
      try {
        return await this.#append(batch);
      } catch (error) {
        // Closes the file, which is valid up to its recorded size only: the next write starts a new one.
        await this.#closeFile();
        if (!isLastTry && systemCodeOf(error) === "ENOENT" && (await this.#recreateFolder())) continue;
        this.#parts.log.warn({ err: error }, "event spool write failed");
        return null;
      }
    }
  }
  async #append(batch: Batch): Promise<WrittenFrames> {
    const { file, handle } = await this.#fileToWrite();
    const bytes = encodeFrames(batch, this.#parts.now());
    const position = file.size;
    await writeAt(handle, bytes, position);
    // Fails if another process has taken the folder over meanwhile, since then nobody reads these bytes.
    await stat(this.#folder ?? "");
    file.size += bytes.length;
    this.#parts.onAppended(bytes.length);
    return { fileId: spoolFileId(file), position, bytes };
  }
  async #fileToWrite(): Promise<OpenFile> {
    if (this.#open && this.#open.file.size >= FILE_SIZE) await this.#closeFile();
    if (this.#open) return this.#open;
    if (this.#folder === null) throw new Error("no event spool folder");
    const created = await createSpoolFile(this.#folder);
    this.#parts.onFileCreated(created.file);
    return (this.#open = created);
  }
  async #closeFile(): Promise<void> {
    const closing = this.#open;
    if (!closing) return;
    await closing.handle.datasync().catch(() => {});
    this.#open = null;
    closing.file.isOpen = false;
    await closing.handle.close().catch(() => {});
  }
  /** @returns whether there is a folder now */
  async #recreateFolder(): Promise<boolean> {
    const { root, log } = this.#parts;
    await this.#closeFile();
    const isReplacement = this.#folder !== null;
    this.#folder = createSpoolFolder(root);
    if (isReplacement) log.warn({ folder: this.#folder }, "event spool folder missing, created again");
    return this.#folder !== null;
  }

  #sync(): void {
    this.#syncing ??= this.#syncAll().finally(() => (this.#syncing = null));
  }
  async #syncAll(): Promise<void> {
    do {
      const waiting = this.#awaitingSync;
      this.#awaitingSync = [];
      this.#syncedAt = performance.now();
      const synced = this.#open;
      // A file that was closed meanwhile has been synced by that.
      const isSynced = await (synced?.handle.datasync() ?? Promise.resolve()).then(
        () => true,
        () => this.#open !== synced,
      );
      for (const onAccepted of waiting) onAccepted(isSynced);
    } while (this.#awaitingSync.length > 0);
  }
  /** Runs work during which nothing is written; bodies that arrive meanwhile are written afterwards. */
  async #runBetweenWrites(work: () => Promise<void>): Promise<void> {
    await (this.#writing = work());
    this.#writing = this.#pending.length > 0 ? this.#writeAll() : null;
  }
}
