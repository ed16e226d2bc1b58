const listeners = new Set<() => void>();

/** Tells that the person signed up: seats and statuses that were loaded before are old. */
export const tellSignedUp = (): void => listeners.forEach((listener) => listener());

/** Called after every sign-up made in this page, so that a feature loads its own data again. @returns stops it */
export function onSignedUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
