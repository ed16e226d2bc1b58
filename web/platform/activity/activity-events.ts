/** A page-wide event without data: modules that cache affected data subscribe and reload it. */
function createEvent() {
  const listeners = new Set<() => void>();
  return {
    emit: (): void => listeners.forEach((listener) => listener()),
    /** @returns unsubscribe */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The person has signed up: seats and statuses that were loaded before are outdated. */
export const { emit: notifySignedUp, subscribe: onSignedUp } = createEvent();
/** A favourite was added or removed in this browser. */
export const { emit: notifyFavouritesChanged, subscribe: onFavouritesChanged } = createEvent();
