/** Ref that focuses an input when it appears: the first one of a step or dialog that the operator has opened. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
