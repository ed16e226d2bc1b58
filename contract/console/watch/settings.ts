import * as z from "zod/mini";
import { defineOperatorCall } from "../operator-call.ts";

/**
 * Settings that operators ask about: the working-day calendar is in a table and edited here; the others are variables of
 * the server, or constants of the product.
 */
const setting = z.object({
  name: z.enum([
    "sessionIdle",
    "sessionTotal",
    "stepUp",
    "refundSum",
    "revealsPerHour",
    "revealsPerDay",
    "auditRetention",
    "eventRetention",
    "answerDays",
    "copyHours",
    "leadEnd",
  ]),
  value: z.int(),
  /** Variable of the server; null: a constant of the product. */
  variable: z.nullable(z.string()),
});
export type ListedSetting = z.output<typeof setting>;

/** Settings of the console, and the days that differ from Monday to Friday. */
export const listSettings = defineOperatorCall({
  name: "listSettings",
  path: "settings",
  kind: "read",
  right: "setting.write",
  args: z.object({}),
  result: z.object({
    settings: z.array(setting),
    days: z.array(z.object({ day: z.string(), isWorking: z.boolean() })),
  }),
  refusals: [],
});
export type ConsoleSettingsView = z.output<typeof listSettings.result>;
