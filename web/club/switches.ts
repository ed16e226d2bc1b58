/** Something that a person turns on and off, and how many have it on: a like, a follow. */
export type Switched = { readonly isOn: boolean; readonly count: number };
/** Brings it to the server. @returns how many have it on then @throws Refusal */
export type Change = (isOn: boolean) => Promise<{ readonly count?: number | null }>;

type Entry = {
  /** As the server last said. */
  known: Switched;
  /** What the person wants. */
  wanted: boolean;
  isSending: boolean;
  shown: Switched;
};

const counted = ({ isOn, count }: Switched, wanted: boolean): Switched =>
  isOn === wanted ? { isOn, count } : { isOn: wanted, count: Math.max(0, count + (wanted ? 1 : -1)) };

/**
 * Likes and follows of all screens, by key: one turned on in an article is on in every list. A press
 * shows at once; where the server refuses, what it last said is shown again (requirement P22).
 */
export class Switches {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is on show; null where nothing is known. */
  readonly read = (key: string): Switched | null => this.#entries.get(key)?.shown ?? null;

  /** Takes what the server said; what the person has turned meanwhile stays as they want it. */
  learn(key: string, known: Switched): void {
    const entry = this.#entries.get(key);
    if (entry?.isSending) return;
    this.#set(key, { known, wanted: known.isOn, isSending: false, shown: known });
  }

  /** The same where it is not said how many have it on: what is known of that stays. */
  learnIsOn(key: string, isOn: boolean): void {
    this.learn(key, { isOn, count: this.#entries.get(key)?.known.count ?? 0 });
  }

  /** Forgets everything: it was somebody else's. */
  forget(): void {
    this.#entries.clear();
    this.#tell();
  }

  /**
   * Turns it. Presses while one is on its way are sent after it, and only if they change anything.
   * @throws Refusal, after what is shown has been put back
   */
  async toggle(key: string, given: Switched, change: Change): Promise<void> {
    const entry = this.#entries.get(key) ?? {
      known: given,
      wanted: given.isOn,
      isSending: false,
      shown: given,
    };
    const wanted = !entry.wanted;
    const isSending = entry.isSending;
    this.#set(key, { ...entry, wanted, isSending: true, shown: counted(entry.known, wanted) });
    if (!isSending) await this.#send(key, change);
  }

  async #send(key: string, change: Change): Promise<void> {
    for (;;) {
      const entry = this.#entries.get(key);
      if (!entry) return;
      const { known, wanted } = entry;
      if (known.isOn === wanted) {
        this.#set(key, { ...entry, isSending: false, shown: known });
        return;
      }
      try {
        const { count } = await change(wanted);
        const now = { isOn: wanted, count: count ?? counted(known, wanted).count };
        const latest = this.#entries.get(key);
        if (!latest) return;
        this.#set(key, { ...latest, known: now, shown: counted(now, latest.wanted) });
      } catch (error) {
        this.#set(key, { known, wanted: known.isOn, isSending: false, shown: known });
        throw error;
      }
    }
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#tell();
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
