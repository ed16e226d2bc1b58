/** Something that is told of in this page: who keeps what belongs to it loads that again. */
function createEvent() {
  const listeners = new Set<() => void>();
  return {
    tell: (): void => listeners.forEach((listener) => listener()),
    /** @returns stops it */
    on: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The person signed up: seats and statuses that were loaded before are old. */
export const { tell: notifySignedUp, on: onSignedUp } = createEvent();
/** This browser keeps another activity, or one less. */
export const { tell: notifyFavouritesChanged, on: onFavouritesChanged } = createEvent();
