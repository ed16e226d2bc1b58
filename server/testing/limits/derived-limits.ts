import { captchaLimits, type Limit } from "../../captcha/limits.ts";
import { memberRateLimits, RATE_LIMIT_WINDOW } from "../../club/rate-limits.ts";
import { requestLimits } from "../../http/rate-limit/rate-limit-rules.ts";
import { workQuotas } from "../../http/rate-limit/work-quota-rules.ts";
import * as loginRules from "../../identity/rate-limit-rules.ts";
import type { RowValues } from "./limit-row.ts";

/** Subjects of the rules of identity/rate-limit-rules.ts. */
const loginSubjects: Readonly<Record<string, readonly [key: string, filledBy: string]>> = {
  smsPerMobile: ["mobile", "strangers"],
  smsPerOwnDevices: ["mobile", "its holder"],
  smsPerAddressAndMobile: ["address, mobile", "callers of the address"],
  smsPerMobileBesideLogin: ["mobile", "strangers, for other purposes than logging in"],
  smsPerAddress: ["address", "callers of the address"],
  smsPerKnownDevice: ["device", "a device on which somebody logged in"],
  passwordFailuresPerOwnDevice: ["account, device", "the account's devices"],
  passwordFailures: ["account, address", "callers of the address"],
  passwordFailuresPerAccount: ["account", "strangers"],
  passwordFailuresPerAddress: ["address", "callers of the address"],
};
const durationOf = (ms: number): string =>
  ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;
const isRule = (value: unknown): value is loginRules.RateLimitRule =>
  typeof value === "object" && value !== null && "window" in value;
const logins = Object.entries(loginRules).flatMap(([name, rule]): RowValues[] => {
  if (!isRule(rule)) return [];
  const [key = "", filledBy = ""] = loginSubjects[name] ?? [];
  const most = `${rule.max} in ${durationOf(rule.window)}${rule.gap > 0 ? `, one in ${durationOf(rule.gap)}` : ""}`;
  return [[name, most, key, filledBy, "identity/rate-limit-store.ts#take", "SMS and passwords"]];
});
const smsBudget: readonly RowValues[] = [
  [
    "SMS of a day",
    "`SMS_DAILY_BUDGET`, strangers four fifths",
    "all",
    "everybody",
    "identity/rate-limit-store.ts#take",
    "SMS and passwords",
  ],
  [
    "SMS of an address",
    "`SMS_DAILY_PER_ADDRESS`",
    "address",
    "callers of the address",
    "identity/rate-limit-store.ts#take",
    "SMS and passwords",
  ],
];

const subjectOf = (name: string): string =>
  name.endsWith("ByUser") ? "user" : name.endsWith("ByDevice") ? "device" : "address";
const captcha = Object.entries(captchaLimits as Readonly<Record<string, Limit>>)
  .filter(([, { most }]) => Number.isFinite(most))
  .map(([name, { most, minutes }]): RowValues => {
    const subject = subjectOf(name);
    const filledBy = subject === "address" ? "callers of the address without an account" : `the ${subject}`;
    return [name, `${most} in ${minutes} min`, subject, filledBy, "captcha/store.ts#count", "captcha"];
  });
const club = Object.entries(memberRateLimits).map(([kind, most]): RowValues => [
  `club: ${kind}`,
  `${most} in ${RATE_LIMIT_WINDOW / 60_000} min`,
  "member",
  "the member",
  "club/member/members-store.ts#countAction",
  "club actions",
]);

/** Floods, counted in the memory of each process and shared every second: several processes may exceed them briefly. */
const floodKeys: Readonly<Record<keyof typeof requestLimits, readonly [key: string, filledBy: string]>> = {
  ownReads: ["user or known device", "the user or device"],
  ownWrites: ["user or known device", "the user or device"],
  addressReads: ["address", "strangers of the address"],
  addressWrites: ["address", "strangers of the address"],
  knownReads: ["address", "known devices of the address"],
  knownWrites: ["address", "known devices of the address"],
  mobile: ["mobile", "callers on whose device nobody logged in"],
};
const floods: readonly RowValues[] = [
  ...Object.entries(requestLimits).map(([name, most]): RowValues => {
    const [key, filledBy] = floodKeys[name as keyof typeof requestLimits];
    return [
      name,
      `about ${most} in 1 min`,
      key,
      filledBy,
      "http/rate-limit/rate-limiter.ts#take",
      "server/http/rate-limit/rate-limiter.routes.test.ts",
    ];
  }),
  ...Object.entries(workQuotas).map(([kind, most]): RowValues => [
    `work: ${kind}`,
    `about ${most} in 1 min`,
    "address",
    "callers of the address",
    "http/rate-limit/rate-limiter.ts#take",
    "server/testing/work-quota.routes.test.ts",
  ]),
];

/** Rows of limits that the product defines as tables. */
export const derivedRows: readonly RowValues[] = [...logins, ...smsBudget, ...captcha, ...club, ...floods];
