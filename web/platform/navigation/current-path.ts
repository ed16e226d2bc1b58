/** The path of the current address. */
export const currentPath = (): string => location.pathname;
