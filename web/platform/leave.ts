/** Leaves this page for another address, which takes its place in the history (requirement F01). */
export const goInstead = (address: string): void => location.replace(address);
/** Leaves this page; Back returns to it. */
export const goOn = (address: string): void => location.assign(address);
/** Loads this page anew; address and drafts stay. */
export const reload = (): void => location.reload();
