import { callLimits } from "#contract/core/call-limits.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { maxSessions } from "#contract/session/active-sessions.ts";
import { captchaLimits, type Limit } from "../../captcha/limits.ts";
import { memberRateLimits, RATE_LIMIT_WINDOW } from "../../club/rate-limits.ts";
import { MAX_FOLLOWED } from "../../club/rules.ts";
import { MAX_MISSES } from "../../database/shared-tables/staff-link-misses.ts";
import { requestLimits } from "../../http/rate-limit/rate-limit-rules.ts";
import { workQuotas } from "../../http/rate-limit/work-quota-rules.ts";
import * as loginRules from "../../identity/rate-limit-rules.ts";
import { MAX_REVEALS_PER_HOUR } from "../../lead/desk/store.ts";
import { MAX_MOBILES_PER_PERSON } from "../../lead/rules.ts";
import { MAX_APPLICATIONS_PER_DAY } from "../../owner/rules.ts";
import { MAX_EXPORTS_PER_DAY } from "../../privacy/routes.ts";
import { clubLimitRaces } from "./club-limit-races.ts";
import { counterLimitRaces } from "./counter-limit-races.ts";
import type { LimitRace } from "./limit-race.ts";
import { personLimitRaces } from "./person-limit-races.ts";

export const limitRaces: readonly LimitRace[] = [
  ...personLimitRaces,
  ...clubLimitRaces,
  ...counterLimitRaces,
];

/** A limit of the product, as docs/security.md "Counters and limits" lists it. */
export type LimitRow = {
  readonly name: string;
  readonly most: string;
  /** Subject of the counter. */
  readonly key: string;
  /** People who can fill it. */
  readonly filledBy: string;
  /** File and function with the statement that counts. */
  readonly counted: string;
  /** Race of `limitRaces` or of server/testing/races, or a test's file. */
  readonly shownBy: string;
};
type RowValues = readonly [
  name: string,
  most: string,
  key: string,
  filledBy: string,
  counted: string,
  shownBy: string,
];
const row = ([name, most, key, filledBy, counted, shownBy]: RowValues): LimitRow => ({
  name,
  most,
  key,
  filledBy,
  counted,
  shownBy,
});

const perHour = (most: number): string => `${most} in 1 h`;
const perDay = (most: number): string => `${most} in 24 h`;

/** Numbers of things that exist, counted with their rows locked. */
const standing: readonly RowValues[] = [
  [
    "seats of an activity",
    "its quota",
    "activity",
    "users",
    "signup/activity-lock.ts#for",
    "L10 seats of an activity",
  ],
  [
    "seats of a session",
    "its quota",
    "session",
    "users",
    "signup/register/bulk-insert-store.ts#session_id",
    "L10 seats of two sessions",
  ],
  [
    "sign-ups",
    "1",
    "user, activity",
    "the user",
    "signup/register/bulk-insert-store.ts#insert into signup",
    "L11 one sign-up for each person",
  ],
  [
    "coupons of a benefit",
    "its stock",
    "benefit",
    "users",
    "benefit/writer-store.ts#writeBatch",
    "M16 coupons, two for each person",
  ],
  [
    "coupons of a person",
    "`per_person`",
    "user, benefit",
    "the user",
    "benefit/writer-store.ts#writeBatch",
    "M16 coupons, two for each person",
  ],
  [
    "places of a KOC programme",
    "its places",
    "programme",
    "users",
    "koc/writer-store.ts#writeBatch",
    "M06 places of a KOC programme",
  ],
  [
    "places of a group",
    "its places",
    "group",
    "members",
    "club/group/join-store.ts#writeBatch",
    "P05 the last places of a group",
  ],
  [
    "memberships",
    String(clubLimits.maxGroups),
    "member",
    "the member",
    "club/group/join-store.ts#writeBatch",
    "memberships",
  ],
  [
    "followed members",
    String(MAX_FOLLOWED),
    "member",
    "the member",
    "club/relation-store.ts#findFull",
    "followed members",
  ],
  [
    "mobiles in leads",
    String(MAX_MOBILES_PER_PERSON),
    "user, activity",
    "the user",
    "lead/mobile-limit-store.ts#admitLeads",
    "mobiles in leads",
  ],
  [
    "sessions",
    `${maxSessions}, then the oldest end`,
    "user",
    "the user's logins",
    "session/store.ts#open",
    "sessions",
  ],
  [
    "owner applications under review",
    "1",
    "user",
    "the user",
    "owner/store.ts#add",
    "P14 one application under review for each person",
  ],
];

/** Actions of some time, which the statement that counts decides. */
const actions: readonly RowValues[] = [
  [
    "owner applications",
    perDay(MAX_APPLICATIONS_PER_DAY),
    "user",
    "the user",
    "owner/store.ts#add",
    "owner applications",
  ],
  [
    "uploads",
    perHour(callLimits.picture.uploadsPerHour),
    "user",
    "the user",
    "database/shared-tables/limit-count.ts#take",
    "uploads",
  ],
  [
    "pictures of a composed page",
    perHour(callLimits.picture.composeUploadsPerHour),
    "page",
    "holders of its links",
    "database/shared-tables/limit-count.ts#take",
    "uploads",
  ],
  [
    "exports of personal data",
    perDay(MAX_EXPORTS_PER_DAY),
    "user",
    "the user",
    "privacy/export-store.ts#recordExportRequest",
    "exports of personal data",
  ],
  [
    "revealed mobiles",
    perHour(MAX_REVEALS_PER_HOUR),
    "lead link",
    "holders of the link",
    "lead/desk/store.ts#reveal",
    "revealed mobiles",
  ],
  [
    "misses of a staff link",
    `${MAX_MISSES}, then one in 20 s`,
    "staff link",
    "holders of the link",
    "database/shared-tables/staff-link-misses.ts#reserve",
    "misses of a staff link",
  ],
  [
    "tries of an SMS code",
    String(callLimits.sms.maxAttempts),
    "code",
    "the browser that asked",
    "identity/sms/store.ts#tryHash",
    "server/identity/sms/sms.routes.test.ts",
  ],
];

/** `${kind}`: rules of identity/rate-limit-rules.ts with their subjects. */
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
  /ByUser$/.test(name) ? "user" : /ByDevice$/.test(name) ? "device" : "address";
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

/** All limits of the product. */
export const limitTable: readonly LimitRow[] = [
  ...standing,
  ...actions,
  ...logins,
  ...smsBudget,
  ...captcha,
  ...club,
  ...floods,
].map(row);

/** Files that refuse with "tooMany", each with the rows that it enforces; [] for a queue, which has its own list. */
export const enforcingFiles: Readonly<Record<string, readonly string[]>> = {};
