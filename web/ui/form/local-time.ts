import { toShanghaiIso } from "#contract/core/shanghai-date.ts";

/** Value of a `datetime-local` input in Shanghai's time. @param moment ISO 8601; another text gives "" */
export const toInputValue = (moment: string): string =>
  Number.isNaN(Date.parse(moment)) ? "" : toShanghaiIso(moment).slice(0, 16);
/** Moment of a `datetime-local` input, ISO 8601 with the offset of Shanghai; "" for "". */
export const fromInputValue = (local: string): string => (local === "" ? "" : `${local}:00+08:00`);
