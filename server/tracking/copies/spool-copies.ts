import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { runForEverybody } from "../../core/caller-network.ts";
import type { CopiedFrames, CopiesStore } from "./copies-store.ts";
import type { FramesCipher } from "./frames-cipher.ts";

/** Bytes of one statement. */
const STATEMENT_BYTES = 1024 * 1024;
/** Time after a failure for which nothing is copied, ms: senders must not wait for a database that does not answer. */
const PAUSE = 1_000;

type Parts = {
  readonly store: CopiesStore;
  readonly cipher: FramesCipher;
  /** Id of this process. */
  readonly holder: string;
  readonly log: FastifyBaseLogger;
};
/** Frames that were written to a spool file. */
export type WrittenFrames = {
  readonly fileId: string;
  readonly position: number;
  readonly bytes: Buffer;
};
type PendingCopy = WrittenFrames & { readonly onCopied: (isCopied: boolean) => void };
/** File of an ended process. */
export type AdoptedFile = { readonly fileId: string; readonly adoptions: number; readonly bytes: Buffer };

/**
 * Copies of the spool in the database, from which another machine stores the events of one that is lost. Frames that
 * arrive during a statement are written together by the next one.
 */
export class SpoolCopies {
  readonly #parts: Parts;
  #copies: PendingCopy[] = [];
  #removals: string[] = [];
  #running: Promise<void> | null = null;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Copies frames; calls back once another machine can read them (true), or with false if the database fails. */
  add(frames: WrittenFrames, onCopied: (isCopied: boolean) => void): void {
    if (this.#isPaused) return onCopied(false);
    this.#copies.push({ ...frames, onCopied });
    this.#wake();
  }
  /** Deletes the copies of a file whose events are stored. All its frames were added before. */
  remove(fileId: string): void {
    this.#removals.push(fileId);
    if (!this.#isPaused) this.#wake();
  }
  /**
   * Takes over the files of ended processes, one after another.
   * @param write writes a file to this process's spool
   * @param onAdopted called with what `write` returned when the file is this process's. @returns whether there is room for
   * another one
   */
  async adopt<F>(
    write: (file: AdoptedFile) => Promise<F>,
    onAdopted: (written: F) => boolean,
  ): Promise<void> {
    for (let wantsMore = await this.#parts.store.hasOrphans(); wantsMore;) {
      // Not before the transaction has ended: the copies of a file that is stored at once could not be deleted yet.
      const written = await this.#adoptFile(write);
      wantsMore = written !== null && onAdopted(written.file);
    }
  }
  /** @returns null: there is none, or another process is taking over */
  async #adoptFile<F>(write: (file: AdoptedFile) => Promise<F>): Promise<{ file: F } | null> {
    const { store, holder, cipher, log } = this.#parts;
    const fileId = randomUUID();
    const written: F[] = [];
    await store.adopt(holder, async (parts, adoptions) => {
      const bytes = await this.#decrypt(parts);
      written.push(await write({ fileId, adoptions, bytes }));
      log.warn({ fileId, bytes: bytes.length, adoptions }, "events of an ended process taken over");
      return { fileId, position: 0, frames: await cipher.encrypt(bytes, { fileId, position: 0 }) };
    });
    const [file] = written;
    return file === undefined ? null : { file };
  }
  /** Resolves when nothing waits to be copied or deleted, or the database fails. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }
  async close(): Promise<void> {
    await this.settled();
    clearTimeout(this.#timer);
  }

  get #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }
  #wake(): void {
    // Not in the turn of the network whose request came first.
    this.#running ??= runForEverybody(() => this.#run()).finally(() => {
      this.#running = null;
    });
  }
  async #run(): Promise<void> {
    // Waits for frames and removals of the same turn of the event loop.
    await new Promise(setImmediate);
    while (this.#copies.length + this.#removals.length > 0) {
      const copies = this.#copies;
      const removals = this.#removals;
      this.#copies = [];
      this.#removals = [];
      try {
        await this.#copyAll(copies, new Set(removals));
        if (removals.length > 0) await this.#parts.store.remove(removals);
      } catch (error) {
        this.#pause(error, removals);
        for (const { onCopied } of [...copies, ...this.#copies.splice(0)]) onCopied(false);
        return;
      }
    }
  }
  /** Copies frames in their order, as many in a statement as belong together. Frames of a removed file are stored. */
  async #copyAll(copies: PendingCopy[], removed: ReadonlySet<string>): Promise<void> {
    while (copies.length > 0) {
      const [{ fileId, position } = { fileId: "", position: 0 }] = copies;
      let size = 0;
      const end = copies.findIndex((copy) => {
        const isNext = copy.fileId === fileId && copy.position === position + size && size < STATEMENT_BYTES;
        size += copy.bytes.length;
        return !isNext;
      });
      const together = copies.slice(0, end === -1 ? copies.length : end);
      if (!removed.has(fileId))
        await this.#insert({ fileId, position, bytes: Buffer.concat(together.map(({ bytes }) => bytes)) });
      copies.splice(0, together.length);
      for (const { onCopied } of together) onCopied(true);
    }
  }
  async #insert({ fileId, position, bytes }: WrittenFrames): Promise<void> {
    const { store, cipher, holder } = this.#parts;
    const frames = await cipher.encrypt(bytes, { fileId, position });
    await store.insert({ fileId, position, frames }, holder);
  }
  #pause(error: unknown, removals: readonly string[]): void {
    this.#parts.log.warn({ err: error }, "event spool not copied, lists of events are refused");
    this.#pausedUntil = performance.now() + PAUSE;
    this.#removals.unshift(...removals);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), PAUSE + 1).unref();
  }

  /** Decrypts the frames of a file; those that were changed are discarded. */
  async #decrypt(parts: readonly CopiedFrames[]): Promise<Buffer> {
    const { cipher, log } = this.#parts;
    const read: Buffer[] = [];
    for (const { fileId, position, frames } of parts)
      try {
        read.push(await cipher.decrypt(frames, { fileId, position }));
      } catch (error) {
        log.error({ err: error, fileId, position }, "copied events cannot be decrypted, discarded");
      }
    return Buffer.concat(read);
  }
}
