import { listArrivalsToday, showArrivals, type Arrivals } from "#contract/console/arrivals.ts";
import { bulkCheckIn, checkInGuest, undoGuestCheckIn } from "#contract/console/guest-acts.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { startOfShanghaiDay, toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { hasRight, operatorAuditActor, requireOperator, requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import type { Jobs } from "../../job/index.ts";
import { guestJobRows, maskGuestName, selectGuests } from "../../signup/index.ts";
import { guestCheckIn, guestCheckInUndo } from "../check-in-guest.ts";
import { checkInMessages } from "../messages.ts";
import type { CheckInPorts } from "../ports.ts";
import { checkInStore } from "../store.ts";
import { arrivalsStore, listSessionsOfDay, type ArrivalFilter, type ArrivalRow } from "./arrivals-store.ts";
import { findArrivalActivity, findDeskOfGuest } from "./scope-store.ts";

const { console: messages } = checkInMessages;
const DAY = 86_400_000;
type Verify = Pick<CheckInPorts, "verifyTicketCode">;
/** An operator who checks guests in, within the scopes of the right. */
type CheckInOperator = {
  readonly scopes: readonly GrantScope[];
  readonly by: string;
  readonly actor: AuditActor;
  readonly now: number;
};
const notFound = (): Refusal => new Refusal("notFound", { message: messages.gone });

/** Checks guests in with the functions of the check-in desk, so that rows and audit entries are the same (requirement CO55). */
function operatorCheckIn(ports: Verify) {
  return {
    checkIn: (db: Database, signUpId: string, { scopes, by, actor, now }: CheckInOperator) =>
      inTransaction(db, async (transaction) => {
        const desk = await findDeskOfGuest(transaction, scopes, signUpId);
        if (desk === null) throw notFound();
        const check = guestCheckIn(checkInStore(transaction), ports);
        const { result, guest } = await check(desk, { signUpId }, { by, actor }, now);
        if (!guest?.checkedInTime) throw notFound();
        return { isAlready: result === "already", checkedInTime: guest.checkedInTime };
      }),
    undo: (
      db: Database,
      { signUpId, checkedInTime }: { signUpId: string; checkedInTime: string },
      { scopes, actor, now }: Omit<CheckInOperator, "by">,
    ) =>
      inTransaction(db, async (transaction) => {
        const desk = await findDeskOfGuest(transaction, scopes, signUpId);
        if (desk === null) throw notFound();
        const undo = guestCheckInUndo(checkInStore(transaction));
        const { result } = await undo(desk, { signUpId, checkedInTime }, { actor, now: new Date(now) });
        if (result !== "done") throw new Refusal("stateChanged", { message: messages.changedSince });
      }),
  };
}

function defineJob(jobs: Jobs, desk: ReturnType<typeof operatorCheckIn>): void {
  jobs.define({
    name: "guest.checkIn",
    right: "signup.checkIn",
    async run(transaction, { subjectId, words: { by }, scopes, actor, now }) {
      const { isAlready, checkedInTime } = await desk.checkIn(transaction, subjectId, {
        scopes,
        by,
        actor,
        now,
      });
      if (isAlready) throw new Refusal("stateChanged", { message: messages.isCheckedIn });
      return { checkedInTime };
    },
    undo: (transaction, { subjectId: signUpId, scopes, actor, now }, { checkedInTime }) =>
      desk.undo(transaction, { signUpId, checkedInTime: String(checkedInTime) }, { scopes, actor, now }),
  });
}

const presentArrival = ({ signup_id, name, mobile, at_time }: ArrivalRow, isNamed: boolean) => ({
  signUpId: signup_id,
  name: name === undefined ? null : isNamed ? name : maskGuestName(name),
  mobile: mobile === undefined ? null : maskMobile(mobile),
  time: toShanghaiIso(at_time),
});

/** Reads the arrivals of an activity in scope. @throws Refusal "notFound" */
async function readArrivals(
  db: Database,
  scopes: readonly GrantScope[],
  filter: ArrivalFilter,
  { now, isNamed }: { readonly now: Date; readonly isNamed: boolean },
): Promise<Arrivals> {
  const title = await findArrivalActivity(db, scopes, filter.activityId);
  if (title === null) throw new Refusal("notFound");
  const store = arrivalsStore(db, scopes, filter);
  const sessions = await store.bySession();
  const minutes = await store.byMinute();
  const dealers = await store.byDealer();
  return {
    title,
    asOf: now.toISOString(),
    total: sessions.reduce((sum, { total }) => sum + total, 0),
    arrived: sessions.reduce((sum, { arrived }) => sum + arrived, 0),
    minutes: minutes.toReversed().map(({ minute, count }) => ({ time: toShanghaiIso(minute), count })),
    sessions: sessions.map(({ session_id, from_time, total, arrived }) => ({
      sessionId: session_id,
      startTime: toShanghaiIso(from_time),
      total,
      arrived,
    })),
    dealers: dealers.map(({ dealer_id, dealer, total, arrived }) => ({
      dealerId: dealer_id,
      name: dealer && dealerDisplayName(dealer),
      total,
      arrived,
    })),
    latest: (await store.latest()).map((row) => presentArrival(row, isNamed)),
    missing: (await store.missing()).map((row) => {
      const { time, ...guest } = presentArrival(row, isNamed);
      return { ...guest, startTime: time };
    }),
    ...(await store.countLinks(now)),
  };
}

function arrivalCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(showArrivals, async ({ activityId, sessionId = null, dealerId = null }, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const isNamed = hasRight(requireOperator(caller), "person.name", "one");
    const at = { now: new Date(clock.now()), isNamed };
    return readForOperator(db, (reading) =>
      readArrivals(reading, scopes, { activityId, sessionId, dealerId }, at),
    );
  });
}

function todayCall({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listArrivalsToday, async (_args, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const now = clock.now();
    const from = startOfShanghaiDay(now);
    const day = { from: new Date(from), to: new Date(from + DAY) };
    const rows = await readForOperator(db, (reading) => listSessionsOfDay(reading, scopes, day));
    const today = rows.filter(({ is_today }) => is_today);
    const sum = (of: "total" | "arrived"): number => today.reduce((all, row) => all + row[of], 0);
    return {
      asOf: toShanghaiIso(now),
      total: sum("total"),
      arrived: sum("arrived"),
      sessions: rows.map(({ activity_id, title, session_id, from_time, is_today, total, arrived }) => ({
        activityId: activity_id,
        title,
        sessionId: session_id,
        startTime: toShanghaiIso(from_time),
        isToday: is_today,
        total,
        arrived,
      })),
    };
  });
}

/** Registers the console's calls of checking in (requirements CO55, CO59). */
export function registerCheckInConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  { jobs, verifyTicketCode }: Verify & { readonly jobs: Jobs },
): void {
  const { db, clock } = context;
  const desk = operatorCheckIn({ verifyTicketCode });
  defineJob(jobs, desk);
  calls.on(checkInGuest, async ({ signUpId }, caller) => {
    const scopes = requireScopes(caller, "signup.checkIn", "one");
    const by = {
      scopes,
      by: requireOperator(caller).name,
      actor: operatorAuditActor(caller),
      now: clock.now(),
    };
    return desk.checkIn(db, signUpId, by);
  });
  calls.on(undoGuestCheckIn, async (args, caller) => {
    const scopes = requireScopes(caller, "signup.checkIn", "one");
    await desk.undo(db, args, { scopes, actor: operatorAuditActor(caller), now: clock.now() });
    return {};
  });
  calls.on(bulkCheckIn, ({ selection }, caller) =>
    jobs.start(caller, "guest.checkIn", async (transaction, scopes) => {
      const guests = await selectGuests(transaction, scopes, selection, clock.now());
      return { arguments: {}, rows: guestJobRows(guests, "checkIn", null) };
    }),
  );
  arrivalCalls(context, calls);
  todayCall(context, calls);
}
