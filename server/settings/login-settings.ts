import { z } from "zod";

const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((text) => text === "1");

/** Variables of login and sessions. */
export const loginFields = {
  /** Whether the provider's page offers passwords: never, if the request asks for it (showPwdLogin), or always. */
  PASSWORD_LOGIN: z
    .enum(["never", "asked", "always"], { error: "must be never, asked or always" })
    .optional(),
  /** Refuses logins without a PKCE challenge. */
  PKCE_REQUIRED: flag.optional(),
  /** Maximum age of a session, however much it is used; then the provider requires a new login. */
  SESSION_MAX_DAYS: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number of days")
    .transform(Number)
    .refine((days) => days >= 1 && days <= 400, "must be from 1 to 400 days")
    .default(30),
  /** Codes by SMS that all people together may ask for in a day, since each costs money. */
  SMS_DAILY_BUDGET: z
    .string()
    .regex(/^[1-9]\d{0,7}$/, "must be a number of messages")
    .transform(Number)
    .default(20_000),
  /** Of these, codes for one IP address (IPv6: /64 network), which may belong to a mobile carrier. */
  SMS_DAILY_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,7}$/, "must be a number of messages")
    .transform(Number)
    .default(300),
};
type LoginVariables = {
  readonly SMS_DAILY_BUDGET: number;
  readonly SMS_DAILY_PER_ADDRESS: number;
  readonly PASSWORD_LOGIN?: LoginSettings["passwordLogin"] | undefined;
  readonly PKCE_REQUIRED?: boolean | undefined;
  readonly SESSION_MAX_DAYS: number;
};

export type LoginSettings = {
  readonly isPkceRequired: boolean;
  readonly passwordLogin: "never" | "asked" | "always";
  readonly sessionMaxDays: number;
  /** Codes by SMS in a day: of all people, and of one network. */
  readonly smsBudget: { readonly perDay: number; readonly perAddress: number };
};
export const parseLoginSettings = (settings: LoginVariables, isProduction: boolean): LoginSettings => ({
  isPkceRequired: settings.PKCE_REQUIRED ?? isProduction,
  passwordLogin: settings.PASSWORD_LOGIN ?? (isProduction ? "never" : "asked"),
  sessionMaxDays: settings.SESSION_MAX_DAYS,
  smsBudget: { perDay: settings.SMS_DAILY_BUDGET, perAddress: settings.SMS_DAILY_PER_ADDRESS },
});
