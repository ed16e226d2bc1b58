/** State of a like or follow: whether the viewer has set it, and how many people have. */
export type ToggleState = { readonly isOn: boolean; readonly count: number };
/** Sends a change to the server. @returns the new count @throws Refusal */
export type SendToggle = (isOn: boolean) => Promise<{ readonly count?: number | null }>;

type Entry = {
  /** Last state from the server. */
  confirmed: ToggleState;
  /** State that a list reported during a request; used when that request is refused. */
  received: ToggleState | null;
  wanted: boolean;
  /** Person who pressed; null: a visitor, who logs in during the request. */
  pressedBy: string | null;
  isSending: boolean;
  /** Time of the last response to a press: responses requested earlier are outdated, `performance.now()`. */
  answeredAt: number;
  shown: ToggleState;
};
const entryOf = (confirmed: ToggleState): Entry => ({
  confirmed,
  received: null,
  wanted: confirmed.isOn,
  pressedBy: null,
  isSending: false,
  answeredAt: -Infinity,
  shown: confirmed,
});

/** Estimates the state after a press until the server has answered. */
const estimate = ({ isOn, count }: ToggleState, wanted: boolean): ToggleState =>
  isOn === wanted ? { isOn, count } : { isOn: wanted, count: Math.max(0, count + (wanted ? 1 : -1)) };

/**
 * Likes and follows of all screens, by key, so that every list shows the same state. A press is shown at once and
 * rolled back when the server refuses it (requirement P22).
 */
export class Toggles {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #viewer: () => string | null;
  /** @param viewer returns the logged-in person; null: a visitor */
  constructor(viewer: () => string | null) {
    this.#viewer = viewer;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** State to show; null if none is known. */
  readonly read = (key: string): ToggleState | null => this.#entries.get(key)?.shown ?? null;

  /**
   * Applies a state from the server, unless the person has pressed in the meantime.
   * @param askedAt time of the request, `performance.now()`
   */
  receive(key: string, state: ToggleState, askedAt = Infinity): void {
    const entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, entryOf(state));
    else if (askedAt < entry.answeredAt) return;
    else if (entry.isSending) entry.received = state;
    else this.#confirm(entry, state);
    this.#notify();
  }

  /** Applies a state without a count; the known count stays. */
  receiveIsOn(key: string, isOn: boolean, askedAt = Infinity): void {
    this.receive(key, { isOn, count: this.#last(key)?.count ?? 0 }, askedAt);
  }

  /** Applies a count; ignored for an unknown key. */
  receiveCount(key: string, count: number): void {
    const last = this.#last(key);
    if (last) this.receive(key, { isOn: last.isOn, count });
  }

  /**
   * Drops the state of the previous viewer. A press that is being sent survives the login of the same person or of a
   * visitor; one person's press is never sent as another's.
   */
  resetForViewer(): void {
    const viewer = this.#viewer();
    for (const [key, entry] of this.#entries) {
      const isOwn = viewer === null || entry.pressedBy === null || entry.pressedBy === viewer;
      if (entry.isSending && isOwn) entry.pressedBy ??= viewer;
      else this.#entries.delete(key);
    }
    this.#notify();
  }

  /**
   * Toggles the state. Presses during a request are sent after it, if they still change anything.
   * @param initial state of an unknown key
   * @throws Refusal, after the shown state has been rolled back
   */
  async toggle(key: string, initial: ToggleState, change: SendToggle): Promise<void> {
    const entry = this.#entries.get(key) ?? entryOf(initial);
    this.#entries.set(key, entry);
    entry.wanted = !entry.wanted;
    entry.shown = estimate(entry.confirmed, entry.wanted);
    const { isSending } = entry;
    if (!isSending) Object.assign(entry, { isSending: true, pressedBy: this.#viewer() });
    this.#notify();
    if (!isSending) await this.#send(key, entry, change);
  }

  async #send(key: string, entry: Entry, change: SendToggle): Promise<void> {
    const isDropped = () => this.#entries.get(key) !== entry;
    try {
      while (entry.confirmed.isOn !== entry.wanted && !isDropped()) {
        const isOn = entry.wanted;
        const { count } = await change(isOn);
        entry.confirmed = { isOn, count: count ?? estimate(entry.confirmed, isOn).count };
        entry.received = null;
        entry.answeredAt = performance.now();
        entry.shown = estimate(entry.confirmed, entry.wanted);
        this.#notify();
      }
    } finally {
      entry.isSending = false;
      this.#confirm(entry, entry.received ?? entry.confirmed);
      // Drops the state of a person who has logged out, so that the next viewer does not see it.
      if (entry.pressedBy !== null && this.#viewer() === null && !isDropped()) this.#entries.delete(key);
      this.#notify();
    }
  }

  readonly #last = (key: string): ToggleState | undefined => {
    const entry = this.#entries.get(key);
    return entry?.received ?? entry?.confirmed;
  };
  #confirm(entry: Entry, confirmed: ToggleState): void {
    Object.assign(entry, { confirmed, received: null, wanted: confirmed.isOn, shown: confirmed });
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
