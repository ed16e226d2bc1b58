import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { reportPageError } from "../../platform/page-load/report-page-error.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import type { OfflineCopy } from "./offline-copy.ts";

type ReadyEntry<T> = {
  readonly state: "ready";
  readonly value: T;
  /** Time of arrival: ms, monotonic; negative if the entry is known to be out of date. */
  readonly at: number;
  /** Time of the server's answer: ms, the server's clock. */
  readonly time: number;
  /** The server cannot be reached: the value is as of `time`. */
  readonly isOffline: boolean;
};
/** Cache entry of one list or page: loading, failed, or ready. */
export type CacheEntry<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly reason: unknown }
  | ReadyEntry<T>;

/** Source of one list or page. */
export type CacheSource<T> = {
  /** Key of the content and of the location that it depends on. */
  readonly key: string;
  /** @param shown value now on the screen, so that at least as many items are reloaded @throws Refusal */
  load(shown: T | null): Promise<T>;
  /** Copy for times without a network. */
  readonly copy: OfflineCopy<T>;
};

const loading = { state: "loading" } as const;
const EXPIRED = -1;

/** Entry for a value that the server answered at `time`, ms. */
export const readyEntry = <T>(value: T, time: number): ReadyEntry<T> => ({
  state: "ready",
  value,
  at: performance.now(),
  time,
  isOffline: false,
});

/**
 * Cache of the lists and pages of this visit, so that Back finds a list as the person left it, with all its
 * pages. Browser only: the server never writes to it.
 */
export class LoadedPageCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #maxEntries: number;
  constructor(maxEntries = 20) {
    this.#maxEntries = maxEntries;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): CacheEntry<T> | undefined {
    return this.#entries.get(key);
  }

  /**
   * Stores the server-rendered value unless a ready entry exists; keeps it as it is, to avoid a second
   * render.
   */
  seed({ key, copy }: CacheSource<T>, rendered: ReadyEntry<T>): void {
    if (this.#entries.get(key)?.state === "ready") return;
    this.#set(key, rendered);
    copy.save(rendered.value, rendered.time);
  }

  /**
   * Loads an entry without showing it, so that another stays on the screen until this one can replace it.
   * @returns whether it is ready
   */
  async prepare(source: CacheSource<T>): Promise<boolean> {
    if (this.#entries.get(source.key)?.state !== "ready")
      await this.#runLoad(source, this.#entries.get(source.key));
    return this.#entries.get(source.key)?.state === "ready";
  }

  /** Loads an entry that is missing or failed. */
  ensure(source: CacheSource<T>): void {
    const entry = this.#entries.get(source.key);
    if (entry && entry.state !== "failed") return;
    this.#set(source.key, loading);
    void this.#runLoad(source, loading);
  }

  /** Reloads an entry older than `age` ms; the old value stays until then, and also if the reload fails. */
  refresh(source: CacheSource<T>, age: number): void {
    const entry = this.#entries.get(source.key);
    if (entry?.state !== "ready") return this.ensure(source);
    if (entry.at < 0 || performance.now() - entry.at > age) void this.#runLoad(source, entry);
  }

  /** Changes the value of an entry, unless the entry has been evicted. */
  update({ key, copy }: CacheSource<T>, change: (value: T) => T): void {
    const entry = this.#entries.get(key);
    if (entry?.state !== "ready") return;
    const value = change(entry.value);
    this.#set(key, { ...entry, value });
    copy.save(value, entry.time);
  }

  /**
   * Marks all entries as out of date, for example after a sign-up has changed the seats: they are reloaded in
   * the background when they are next shown.
   */
  expire(): void {
    for (const [key, entry] of this.#entries)
      if (entry.state === "ready") this.#entries.set(key, { ...entry, at: EXPIRED });
  }

  /** Stores the result of a load, unless the entry has changed meanwhile. */
  async #runLoad(source: CacheSource<T>, previous: CacheEntry<T> | undefined): Promise<void> {
    const { key, copy } = source;
    const isCurrent = () => this.#entries.get(key) === previous;
    try {
      const value = await source.load(previous?.state === "ready" ? previous.value : null);
      const entry = readyEntry(value, serverTime.now());
      if (!isCurrent()) return;
      this.#set(key, entry);
      copy.save(value, entry.time);
    } catch (reason) {
      reportPageError("page", reason);
      const fallback = await this.#fallback(copy, previous, reason);
      if (fallback !== null && isCurrent()) this.#set(key, fallback);
    }
  }

  /** Replacement after a failed load: the old value, else the offline copy, else the failure. */
  async #fallback(
    copy: OfflineCopy<T>,
    previous: CacheEntry<T> | undefined,
    reason: unknown,
  ): Promise<CacheEntry<T> | null> {
    if (previous?.state === "ready")
      return isServerUnreachable(reason) ? { ...previous, at: EXPIRED, isOffline: true } : null;
    const stored = await copy.read(reason);
    return stored === null
      ? { state: "failed", reason }
      : { ...readyEntry(stored.answer, stored.fetchedAt), at: EXPIRED, isOffline: true };
  }

  #set(key: string, entry: CacheEntry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
