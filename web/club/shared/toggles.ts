/** Something that a person turns on and off, and how many have it on: a like, a follow. */
export type ToggleState = { readonly isOn: boolean; readonly count: number };
/** Brings it to the server. @returns how many have it on then @throws Refusal */
export type SendToggle = (isOn: boolean) => Promise<{ readonly count?: number | null }>;

type Entry = {
  /** As the server last said. */
  known: ToggleState;
  /** What lists said while something was being sent; stands where that is refused. */
  told: ToggleState | null;
  /** What the person wants. */
  wanted: boolean;
  /** Who wants it; null: a visitor, whom the call itself asks to log in. */
  of: string | null;
  isSending: boolean;
  /** When the server last answered a press: what was asked for before may not know of it. */
  answeredAt: number;
  shown: ToggleState;
};
const entryOf = (known: ToggleState): Entry => ({
  known,
  told: null,
  wanted: known.isOn,
  of: null,
  isSending: false,
  answeredAt: -Infinity,
  shown: known,
});

const counted = ({ isOn, count }: ToggleState, wanted: boolean): ToggleState =>
  isOn === wanted ? { isOn, count } : { isOn: wanted, count: Math.max(0, count + (wanted ? 1 : -1)) };

/**
 * Likes and follows of all screens, by key: one turned on in an article is on in every list. A press
 * shows at once; where the server refuses, what it last said is shown again (requirement P22).
 */
export class Toggles {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #viewer: () => string | null;
  /** @param viewer who looks now; null: a visitor */
  constructor(viewer: () => string | null) {
    this.#viewer = viewer;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is on show; null where nothing is known. */
  readonly read = (key: string): ToggleState | null => this.#entries.get(key)?.shown ?? null;

  /**
   * Takes what the server said; what the person has turned meanwhile stays as they want it.
   * @param askedAt when it was asked for, by performance.now()
   */
  learn(key: string, known: ToggleState, askedAt = Infinity): void {
    const entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, entryOf(known));
    else if (askedAt < entry.answeredAt) return;
    else if (entry.isSending) entry.told = known;
    else this.#stand(entry, known);
    this.#tell();
  }

  /** The same where it is not said how many have it on: what is known of that stays. */
  learnIsOn(key: string, isOn: boolean, askedAt = Infinity): void {
    this.learn(key, { isOn, count: this.#last(key)?.count ?? 0 }, askedAt);
  }

  /** The same where it is not said whether the person has it on; nothing where that is not known. */
  learnCount(key: string, count: number): void {
    const last = this.#last(key);
    if (last) this.learn(key, { isOn: last.isOn, count });
  }

  /**
   * Somebody else looks: forgets what was another's. A press that is being sent stays the person's own
   * while they log in, for the first time or again; one person's is never sent as another's.
   */
  forget(): void {
    const viewer = this.#viewer();
    for (const [key, entry] of this.#entries) {
      const isTheirs = viewer === null || entry.of === null || entry.of === viewer;
      if (entry.isSending && isTheirs) entry.of ??= viewer;
      else this.#entries.delete(key);
    }
    this.#tell();
  }

  /**
   * Turns it. Presses while one is on its way are sent after it, and only if they change anything.
   * @throws Refusal, after what is shown has been put back
   */
  async toggle(key: string, given: ToggleState, change: SendToggle): Promise<void> {
    const entry = this.#entries.get(key) ?? entryOf(given);
    this.#entries.set(key, entry);
    entry.wanted = !entry.wanted;
    entry.shown = counted(entry.known, entry.wanted);
    const { isSending } = entry;
    if (!isSending) Object.assign(entry, { isSending: true, of: this.#viewer() });
    this.#tell();
    if (!isSending) await this.#send(key, entry, change);
  }

  async #send(key: string, entry: Entry, change: SendToggle): Promise<void> {
    const isForgotten = () => this.#entries.get(key) !== entry;
    try {
      while (entry.known.isOn !== entry.wanted && !isForgotten()) {
        const isOn = entry.wanted;
        const { count } = await change(isOn);
        entry.known = { isOn, count: count ?? counted(entry.known, isOn).count };
        entry.told = null;
        entry.answeredAt = performance.now();
        entry.shown = counted(entry.known, entry.wanted);
        this.#tell();
      }
    } finally {
      entry.isSending = false;
      this.#stand(entry, entry.told ?? entry.known);
      // Whoever it was has logged out: it is not shown to whoever looks now.
      if (entry.of !== null && this.#viewer() === null && !isForgotten()) this.#entries.delete(key);
      this.#tell();
    }
  }

  readonly #last = (key: string): ToggleState | undefined => {
    const entry = this.#entries.get(key);
    return entry?.told ?? entry?.known;
  };
  #stand(entry: Entry, known: ToggleState): void {
    Object.assign(entry, { known, told: null, wanted: known.isOn, shown: known });
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
