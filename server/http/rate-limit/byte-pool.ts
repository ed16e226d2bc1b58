import { Refusal } from "#contract/core/errors.ts";

/** Bounds of a pool: bytes of all holders together, and of one holder of each kind. */
export type BytePoolLimits = {
  readonly total: number;
  readonly network: number;
  /** An account or a staff link; missing: the pool has no such holders. */
  readonly account?: number;
};
/** Those who share a pool; null: without a share, for example the machine's own address outside production. */
export type BytePoolHolders = { readonly network: string | null; readonly account?: string };

/** Bytes that one request holds. */
export type ByteLease = {
  /** Adds bytes. @throws Refusal "tooMany" if a holder's share is used up, "busy" if the pool is */
  grow(bytes: number): void;
  /** Returns everything; repeatable. */
  release(): void;
};

/**
 * Memory that requests hold while they arrive, with a share per network and account: nobody alone can use up what others
 * need. A network also gets at most half of what is free, so that a newcomer always finds room.
 */
export class BytePool {
  readonly #limits: BytePoolLimits;
  readonly #held = new Map<string, number>();
  #used = 0;
  constructor(limits: BytePoolLimits) {
    this.#limits = limits;
  }

  /** Bytes held by all requests. */
  get used(): number {
    return this.#used;
  }

  /** @returns the refusal for that many more bytes; null: there is room */
  #refusalFor(keys: readonly (readonly [string, number])[], bytes: number): "tooMany" | "busy" | null {
    const free = this.#limits.total - this.#used;
    for (const [key, most] of keys) {
      const own = this.#held.get(key) ?? 0;
      const share = key.startsWith("network") ? Math.min(most, Math.max(0, free - bytes) / 2) : most;
      if (own + bytes > share) return "tooMany";
    }
    return bytes > free ? "busy" : null;
  }

  #add(keys: readonly (readonly [string, number])[], bytes: number): void {
    this.#used += bytes;
    for (const [key] of keys) {
      const held = (this.#held.get(key) ?? 0) + bytes;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }

  open({ network, account }: BytePoolHolders): ByteLease {
    const { network: perNetwork, account: perAccount = Infinity } = this.#limits;
    const keys: (readonly [string, number])[] = [];
    if (network !== null) keys.push([`network ${network}`, perNetwork]);
    if (account !== undefined) keys.push([`account ${account}`, perAccount]);
    let held = 0;
    return {
      grow: (bytes) => {
        const refusal = this.#refusalFor(keys, bytes);
        if (refusal !== null) throw new Refusal(refusal, { retryAfterSeconds: 1 });
        held += bytes;
        this.#add(keys, bytes);
      },
      release: () => {
        this.#add(keys, -held);
        held = 0;
      },
    };
  }
}
