import { randomInt } from "node:crypto";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";

/** Makes an order number: M, the Shanghai date as yyMMdd, eight random digits (requirement MA19). @param now ms */
export const newOrderNo = (now: number): string =>
  `M${toShanghaiDate(now).slice(2).replaceAll("-", "")}${String(randomInt(100_000_000)).padStart(8, "0")}`;
