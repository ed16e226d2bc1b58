/** The path of the page that the address names. */
export const currentPath = (): string => location.pathname;
