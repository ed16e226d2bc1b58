/** The path of the page that the address names. */
export const pathNow = (): string => location.pathname;
