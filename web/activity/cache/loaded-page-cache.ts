import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import type { OfflineCopy } from "./offline-copy.ts";

type ReadyEntry<T> = {
  readonly state: "ready";
  readonly value: T;
  /** When it came: ms, monotonic; below zero where it is known to be old. */
  readonly at: number;
  /** When the server said it: ms, the server's clock. */
  readonly time: number;
  /** A newer one could not be reached: what is on show is as of `time`. */
  readonly isOffline: boolean;
};
/** What is kept of one list or page: still coming, failed, or here. */
export type CacheEntry<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly reason: unknown }
  | ReadyEntry<T>;

/** How one list or page is loaded. */
export type CacheSource<T> = {
  /** One text for what is loaded and where it is seen from. */
  readonly key: string;
  /** @param shown what is on show now, so that as much of it is loaded again. @throws Refusal */
  load(shown: T | null): Promise<T>;
  /** Where it is kept for a time without a network. */
  readonly copy: OfflineCopy<T>;
};

const loading = { state: "loading" } as const;
const EXPIRED = -1;

/** What the server answered at a time. */
export const readyEntry = <T>(value: T, time: number): ReadyEntry<T> => ({
  state: "ready",
  value,
  at: performance.now(),
  time,
  isOffline: false,
});

/**
 * Keeps what was loaded in this visit under its address, so that Back finds a list as it was
 * left, with all its pages. In the browser only: the server never writes here.
 */
export class LoadedPageCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #most: number;
  constructor(most = 20) {
    this.#most = most;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): CacheEntry<T> | undefined {
    return this.#entries.get(key);
  }

  /** Keeps what the server rendered, as it is on show, so that it is not drawn again; nothing where something is here already. */
  seed({ key, copy }: CacheSource<T>, rendered: ReadyEntry<T>): void {
    if (this.#entries.get(key)?.state === "ready") return;
    this.#set(key, rendered);
    copy.keep(rendered.value, rendered.time);
  }

  /** Loads what is not here yet, or failed. */
  ensure(source: CacheSource<T>): void {
    const entry = this.#entries.get(source.key);
    if (entry && entry.state !== "failed") return;
    this.#set(source.key, loading);
    void this.#follow(source, loading);
  }

  /** Loads again what is older than `age` ms; the old stays until the new is here, and if that fails. */
  refresh(source: CacheSource<T>, age: number): void {
    const entry = this.#entries.get(source.key);
    if (entry?.state !== "ready") return this.ensure(source);
    if (entry.at < 0 || performance.now() - entry.at > age) void this.#follow(source, entry);
  }

  /** Changes what is here; nothing where it has gone meanwhile. */
  update({ key, copy }: CacheSource<T>, change: (value: T) => T): void {
    const entry = this.#entries.get(key);
    if (entry?.state !== "ready") return;
    const value = change(entry.value);
    this.#set(key, { ...entry, value });
    copy.keep(value, entry.time);
  }

  /** Whatever is here is old, for example after a sign-up changed the seats: shown again, it is loaded anew behind it. */
  expire(): void {
    for (const [key, entry] of this.#entries)
      if (entry.state === "ready") this.#entries.set(key, { ...entry, at: EXPIRED });
  }

  /** Takes a load's end only where nothing else happened to the entry meanwhile. */
  async #follow(source: CacheSource<T>, since: CacheEntry<T>): Promise<void> {
    const { key, copy } = source;
    const isCurrent = () => this.#entries.get(key) === since;
    try {
      const value = await source.load(since.state === "ready" ? since.value : null);
      const entry = readyEntry(value, serverTime.now());
      if (!isCurrent()) return;
      this.#set(key, entry);
      copy.keep(value, entry.time);
    } catch (reason) {
      const instead = await this.#instead(copy, since, reason);
      if (instead !== null && isCurrent()) this.#set(key, instead);
    }
  }

  /** What stands where a load failed: the old one if there is one, what an earlier visit kept, or the failure. */
  async #instead(copy: OfflineCopy<T>, since: CacheEntry<T>, reason: unknown): Promise<CacheEntry<T> | null> {
    if (since.state === "ready")
      return isServerUnreachable(reason) ? { ...since, at: EXPIRED, isOffline: true } : null;
    const kept = await copy.read(reason);
    return kept === null
      ? { state: "failed", reason }
      : { ...readyEntry(kept.answer, kept.fetchedAt), at: EXPIRED, isOffline: true };
  }

  #set(key: string, entry: CacheEntry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
