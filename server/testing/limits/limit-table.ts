import { callLimits } from "#contract/core/call-limits.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { maxSessions } from "#contract/session/active-sessions.ts";
import { profileChangesPerDay } from "#contract/session/profile.ts";
import { MAX_FOLLOWED } from "../../club/rules.ts";
import { MAX_MISSES } from "../../database/shared-tables/staff-link-misses.ts";
import { MAX_NOTES } from "../../lead/desk/notes-store.ts";
import { MAX_REVEALS_PER_HOUR } from "../../lead/desk/store.ts";
import { MAX_MOBILES_PER_PERSON } from "../../lead/rules.ts";
import { MAX_APPLICATIONS_PER_DAY } from "../../owner/rules.ts";
import { MAX_EXPORTS_PER_DAY } from "../../privacy/routes.ts";
import { clubLimitRaces } from "./club-limit-races.ts";
import { counterLimitRaces } from "./counter-limit-races.ts";
import { derivedRows } from "./derived-limits.ts";
import type { LimitRace } from "./limit-race.ts";
import { row, type LimitRow, type RowValues } from "./limit-row.ts";
import { operatorRows } from "./operator-limits.ts";
import { mallLimitRaces } from "./mall-limit-races.ts";
import { personLimitRaces } from "./person-limit-races.ts";

export const limitRaces: readonly LimitRace[] = [
  ...personLimitRaces,
  ...clubLimitRaces,
  ...mallLimitRaces,
  ...counterLimitRaces,
];

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
  [
    "entries of a contest",
    "the question's pictures",
    "user, activity",
    "the user",
    "contest/submission-store.ts#addOne",
    "server/contest/votes.routes.test.ts",
  ],
  [
    "addresses",
    String(mallLimits.maxAddresses),
    "user",
    "the user",
    "mall/address/store.ts#insertAddress",
    "addresses",
  ],
  [
    "lines of a cart",
    String(mallLimits.maxCartLines),
    "user",
    "the user",
    "mall/cart/store.ts#addUnits",
    "lines of a cart",
  ],
  [
    "questions about a payment",
    "1 in 3 s",
    "order",
    "the user",
    "payment/attempt/store.ts#takeLook",
    "server/payment/attempt/routes.test.ts",
  ],
  [
    "stock notices",
    String(mallLimits.maxNotices),
    "user",
    "the user",
    "mall/offer/store.ts#addNotice",
    "stock notices",
  ],
  [
    "cases of an order",
    String(mallLimits.maxAfterSales),
    "order",
    "the user",
    "order/after-sale/case-store.ts#addCase",
    "server/order/after-sale/routes.test.ts",
  ],
];

/** Actions of some time, which the statement that counts decides. */
const actions: readonly RowValues[] = [
  [
    "votes in a contest",
    "`votes` in a day, or once",
    "user, activity",
    "the user",
    "contest/vote-store.ts#insertCounted",
    "server/contest/votes.routes.test.ts",
  ],
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
    "changes of a profile",
    perDay(profileChangesPerDay),
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
    "notes of a lead",
    String(MAX_NOTES),
    "number",
    "holders of the link",
    "lead/desk/notes-store.ts#insertNote",
    "server/lead/desk/follow-up.routes.test.ts",
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

/** All limits of the product. */
export const limitTable: readonly LimitRow[] = [...standing, ...actions, ...operatorRows, ...derivedRows].map(
  row,
);
