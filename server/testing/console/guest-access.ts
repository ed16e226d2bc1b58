import { randomUUID } from "node:crypto";
import { listArrivalsToday, showArrivals } from "#contract/console/arrivals.ts";
import {
  addGuest,
  bulkCheckIn,
  bulkGiveUp,
  bulkMove,
  checkInGuest,
  giveUpGuest,
  moveGuest,
  noteGuest,
  planGuestBulk,
  revealGuest,
  undoGuestCheckIn,
} from "#contract/console/guest-acts.ts";
import {
  countGuests,
  countGuestVisits,
  findGuests,
  guestFilterChoices,
  listGuests,
  listGuestWaitlist,
  listWaitlists,
  searchGuests,
  showGuest,
} from "#contract/console/guests.ts";
import { listJobs, showJob, undoJob } from "#contract/console/jobs.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const ACTS = "server/signup/console/guest-acts.routes.test.ts";
const BULK = "server/signup/console/guest-bulk.routes.test.ts";
const OVERVIEW = "server/signup/console/overview.routes.test.ts";
const UNKNOWN = "1";
const none = { scope: "none" } as const;
const persons = { scope: "list", reads: "person" } as const;
/** Writes about one guest, whose arguments would change the sign-up. */
const act = { ...none, scopeShownIn: ACTS, auditShownIn: ACTS } as const;
const bulk = { ...none, scopeShownIn: BULK, auditShownIn: BULK } as const;
const selection = { ids: [UNKNOWN] };
const has = (rows: readonly { readonly signUpId: string }[], thing: { signUpId: string }): boolean =>
  rows.some(({ signUpId }) => signUpId === thing.signUpId);

const lists: readonly AccessRow[] = [
  accessRow({
    ...persons,
    call: listGuests,
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: searchGuests,
    args: () => ({ filter: {}, keyword: "晓岚" }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: findGuests,
    args: (things, place) => ({ number: things[place].mobile }),
    shows: ({ rows }, things, place) => has(rows, things[place]),
  }),
  accessRow({
    ...persons,
    call: countGuests,
    args: (things, place) => ({ filter: { activityId: things[place].activityId } }),
    shows: ({ counts }) => Object.values(counts).some((count) => count > 0),
  }),
  accessRow({
    ...none,
    call: guestFilterChoices,
    args: () => ({}),
    scopeShownIn: "server/signup/console/guests.routes.test.ts",
  }),
  accessRow({
    scope: "record",
    reads: "person",
    call: showGuest,
    args: (things, place) => ({ signUpId: things[place].signUpId }),
  }),
  accessRow({
    scope: "record",
    reads: "person",
    call: countGuestVisits,
    args: (things, place) => ({ signUpId: things[place].signUpId }),
  }),
  accessRow({
    scope: "record",
    reads: "activity",
    call: listGuestWaitlist,
    args: (things, place) => ({ activityId: things[place].activityId }),
  }),
  accessRow({
    scope: "record",
    reads: "activity",
    call: showArrivals,
    args: (things, place) => ({ activityId: things[place].activityId }),
  }),
  accessRow({ ...none, scopeShownIn: OVERVIEW, call: listArrivalsToday, args: () => ({}) }),
  accessRow({ ...none, scopeShownIn: OVERVIEW, call: listWaitlists, args: () => ({}) }),
];

/** Access of the calls of guests, of 到场实况 and of bulk acts. */
export const guestAccess: readonly AccessRow[] = [
  ...lists,
  accessRow({ ...act, call: checkInGuest, args: () => ({ signUpId: UNKNOWN }) }),
  accessRow({
    ...act,
    call: undoGuestCheckIn,
    args: () => ({ signUpId: UNKNOWN, checkedInTime: "2026-11-27T02:00:00.000Z" }),
  }),
  accessRow({ ...act, call: moveGuest, args: () => ({ signUpId: UNKNOWN, sessionId: UNKNOWN }) }),
  accessRow({ ...act, call: giveUpGuest, args: () => ({ signUpId: UNKNOWN, reason: "客户来电取消" }) }),
  accessRow({
    ...act,
    call: addGuest,
    args: () => ({ activityId: UNKNOWN, name: "林晓岚", mobile: "13500000099", consent: "phone" as const }),
  }),
  accessRow({
    ...none,
    scopeShownIn: ACTS,
    call: noteGuest,
    args: () => ({ signUpId: UNKNOWN, key: randomUUID(), text: "下午再联系" }),
    succeeds: ({ things }) => ({
      signUpId: things.ownRegion.signUpId,
      key: randomUUID(),
      text: "下午再联系",
    }),
  }),
  accessRow({
    ...none,
    scopeShownIn: ACTS,
    call: revealGuest,
    args: () => ({ signUpId: UNKNOWN, purpose: "contact" as const }),
    succeeds: ({ things }) => ({ signUpId: things.ownRegion.signUpId, purpose: "contact" as const }),
  }),
  accessRow({
    ...none,
    scopeShownIn: BULK,
    call: planGuestBulk,
    args: () => ({ act: "checkIn" as const, selection }),
  }),
  accessRow({ ...bulk, call: bulkCheckIn, args: () => ({ selection }) }),
  accessRow({
    ...bulk,
    call: bulkMove,
    args: () => ({ selection, target: { activityId: UNKNOWN, sessionId: UNKNOWN } }),
  }),
  accessRow({ ...bulk, call: bulkGiveUp, args: () => ({ selection, reason: "活动调整" }) }),
  accessRow({ ...none, call: listJobs, args: () => ({}) }),
  accessRow({ ...none, scopeShownIn: BULK, call: showJob, args: () => ({ jobId: UNKNOWN }) }),
  accessRow({
    ...none,
    scopeShownIn: BULK,
    auditShownIn: BULK,
    call: undoJob,
    args: () => ({ jobId: UNKNOWN }),
  }),
];
