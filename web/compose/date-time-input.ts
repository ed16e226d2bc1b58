/** A moment of the contract as the browser's own input has it: Shanghai's wall clock. */
export const toInputValue = (moment: string): string => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(moment)?.[0] ?? "";
/** And back: the contract wants the offset. */
export const fromInputValue = (local: string): string => (local === "" ? "" : `${local}:00+08:00`);
