/** The one source of time; pure rules get its value as an argument. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
};
export type SettableClock = Clock & {
  /** Sets the time, which continues from there; null: the machine's time again. */
  set(now: number | null): void;
};

/** The machine's clock, which tests and /sim/clock can set. */
export function createClock(): SettableClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    set: (now) => {
      offset = now === null ? 0 : now - Date.now();
    },
  };
}
