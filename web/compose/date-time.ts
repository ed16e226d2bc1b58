/** Local time of this device, hours and minutes. @param moment ms */
export const formatClock = (moment: number): string =>
  new Date(moment).toLocaleTimeString("zh-CN", { hour: "2-digit", minute: "2-digit" });
/** Value of a `datetime-local` input in Shanghai's time. @param moment ISO 8601 with the offset of Shanghai */
export const toInputValue = (moment: string): string => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(moment)?.[0] ?? "";
/** Moment of a `datetime-local` input, ISO 8601 with the offset of Shanghai; "" for "". */
export const fromInputValue = (local: string): string => (local === "" ? "" : `${local}:00+08:00`);
