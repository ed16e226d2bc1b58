import {
  checkActivitySessions,
  listActivitySessions,
  saveActivitySessions,
  type SeatChanges,
  type SeatsResult,
} from "#contract/console/activity/sessions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityUpserter, withActivityVersion } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { wordFault } from "../../core/faults.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  scopesOf,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { maskName } from "../../share/index.ts";
import { endSessionWaits, listSessionHolders, offerSeatsNow, type SeatOffer } from "../../signup/index.ts";
import { dryRun } from "../dry-run.ts";
import { sessionProblems } from "../rules.ts";
import type { ChangeAuthor } from "../store.ts";
import { activityUnknown, requireReadable } from "./access-store.ts";
import { consoleActivityMessages, consoleFaults } from "./messages.ts";
import type { ActivityConsolePorts } from "./ports.ts";
import { overtakenBy, withAuthorNames } from "./conflicts.ts";
import { lockLive } from "./publication.ts";
import { mergeSeats } from "./seats.ts";
import { seatStore } from "./session-store.ts";

/** People who are named when a session cannot be removed. */
const MAX_NAMED = 3;
const present = (offer: SeatOffer): SeatsResult["offers"][number] => ({
  sessionId: offer.sessionId,
  name: maskName(offer.name),
  mobile: maskMobile(offer.mobile),
  joinedTime: toShanghaiIso(offer.joinedTime),
  untilTime: toShanghaiIso(offer.untilTime),
});

/** @throws Refusal "notFound" for an activity without anything to edit, "invalid" at a session of another dealer */
async function requireSeatsInScope(
  db: Database,
  caller: OperatorCaller,
  { activityId, quota, changed, added, removed }: SeatChanges,
): Promise<void> {
  const scopes = requireScopes(caller, "session.write");
  const store = seatStore(db);
  const head = await store.head(activityId, scopes);
  const rows = await store.list(activityId, scopes);
  const writable = new Set(rows.flatMap(({ session_id, can_write }) => (can_write ? [session_id] : [])));
  if (head === null || (!head.can_write && writable.size === 0)) throw activityUnknown();
  if (head.can_write) return;
  const faults: Record<string, string> = {};
  // A dealer's grant changes seats of its own sessions; the whole quota, new sessions and times are the sponsor's.
  if (quota) faults["quota"] = consoleActivityMessages.sessionScope;
  for (const at of added.keys()) faults[`added.${at}`] = consoleActivityMessages.sessionScope;
  for (const id of removed) faults[`sessions.${id}`] = consoleActivityMessages.sessionScope;
  for (const { sessionId, was, value } of changed)
    if (!writable.has(sessionId) || was.dealerId !== value.dealerId)
      faults[`sessions.${sessionId}`] = consoleActivityMessages.sessionScope;
  if (Object.keys(faults).length > 0) throw new Refusal("invalid", { fields: faults });
}

/** Faults by the session's id instead of its place. */
function bySession(
  faults: Readonly<Record<string, string>>,
  sessions: readonly { readonly sessionId: string }[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([place, text]) => {
      const [list, at, ...field] = place.split(".");
      const id = list === "sessions" ? sessions[Number(at)]?.sessionId : undefined;
      const name = (field[0] ?? "").replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
      return [id === undefined ? place : `sessions.${id}.${name}`, wordFault(text, consoleFaults)];
    }),
  );
}

/** @throws Refusal "invalid" at the removed sessions that people have seats of, with their masked names */
async function requireEmpty(db: Database, activityId: string, removed: readonly string[]): Promise<void> {
  const holders = Map.groupBy(
    await listSessionHolders(db, activityId, removed),
    ({ sessionId }) => sessionId,
  );
  const faults = [...holders].map(([id, people]) => [
    `sessions.${id}`,
    consoleActivityMessages.seated(
      people.length,
      people.slice(0, MAX_NAMED).map(({ name }) => maskName(name)),
    ),
  ]);
  if (faults.length > 0)
    throw new Refusal("invalid", { fields: Object.fromEntries(faults) as Record<string, string> });
}

/** Changes quota and sessions, and offers what became free. @throws Refusal "invalid" or "editConflict" */
async function changeSeats(
  db: Database,
  { activityId, ...changes }: SeatChanges,
  { by, now }: ChangeAuthor,
): Promise<SeatsResult> {
  const live = await lockLive(db, activityId);
  const { quota, sessions, conflicts } = mergeSeats(live.content, changes, newId);
  if (conflicts.length > 0) throw await overtakenBy(db, activityId, conflicts, now);
  await requireEmpty(db, activityId, changes.removed);
  const endedWaits = await endSessionWaits(db, activityId, changes.removed);
  const timed = sessions.map((session) => ({
    ...session,
    startTime: Date.parse(session.startTime),
    endTime: Date.parse(session.endTime),
  }));
  const activity = {
    startTime: Date.parse(live.content.startTime),
    endTime: Date.parse(live.content.endTime),
    dealerIds: live.content.dealerIds,
    sessions: timed,
  };
  const problems = sessionProblems(activity);
  const upsert = { activityId, quota, sessions: timed.map((session) => ({ ...session, taken: 0 })) };
  if (Object.keys(problems).length > 0)
    throw new Refusal("invalid", { fields: bySession(problems, sessions) });
  const { conflicts: refused } = await withActivityVersion(db, { activityId, by, now }, () =>
    activityUpserter(db, now).putSeats(upsert),
  );
  if (Object.keys(refused).length > 0) throw new Refusal("invalid", { fields: bySession(refused, sessions) });
  const offers = await offerSeatsNow(db, activityId, now.getTime());
  const { revision } = await lockLive(db, activityId);
  const sessionSum = sessions.reduce((sum, session) => sum + session.quota, 0);
  return { revision, quota, sessionSum, offers: offers.map(present), endedWaits };
}

type SeatHead = NonNullable<Awaited<ReturnType<ReturnType<typeof seatStore>["head"]>>>;
type SeatRow = Awaited<ReturnType<ReturnType<typeof seatStore>["list"]>>[number];
/** The grid as the call answers it. @param now ms since the epoch */
const presentGrid = (head: SeatHead, rows: readonly SeatRow[], now: number) => ({
  title: head.title,
  revision: head.revision,
  startTime: toShanghaiIso(head.start_time),
  endTime: toShanghaiIso(head.end_time),
  quota: head.quota,
  taken: head.taken,
  waiting: head.waiting,
  sessionSum: rows.reduce((sum, { quota }) => sum + quota, 0),
  canWrite: head.can_write,
  sessions: rows.map((row) => ({
    sessionId: row.session_id,
    dealerId: row.dealer_id,
    startTime: toShanghaiIso(row.start_time),
    endTime: toShanghaiIso(row.end_time),
    quota: row.quota,
    taken: row.taken,
    waiting: row.waiting,
    canWrite: row.can_write,
  })),
  dealers: head.dealers,
  asOf: toShanghaiIso(now),
});

/** Registers the grid of sessions and quotas, which count at once (requirements CO53, CO54). */
export function seatRoutes(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): void {
  const actedBy = (caller: OperatorCaller): ChangeAuthor => ({
    by: operatorAuditActor(caller),
    now: new Date(clock.now()),
  });
  calls.on(listActivitySessions, async ({ activityId }, caller) => {
    await requireReadable(db, caller, activityId);
    const scopes = scopesOf(requireOperator(caller), "session.write");
    const store = seatStore(db);
    const head = await store.head(activityId, scopes);
    if (head === null) throw activityUnknown();
    const rows = await store.list(activityId, scopes);
    return presentGrid(head, rows, clock.now());
  });
  calls.on(checkActivitySessions, async (changes, caller) => {
    await requireSeatsInScope(db, caller, changes);
    return withAuthorNames(ports, () =>
      dryRun(db, (transaction) => changeSeats(transaction, changes, actedBy(caller))),
    );
  });
  calls.on(saveActivitySessions, async (changes, caller) => {
    await requireSeatsInScope(db, caller, changes);
    const acted = actedBy(caller);
    const save = async (transaction: Database): Promise<SeatsResult> => {
      const outcome = await changeSeats(transaction, changes, acted);
      await writeAuditEntry(transaction, {
        ...acted,
        action: "activity.seats",
        about: { kind: "activity", id: changes.activityId },
        outcome: `${changes.changed.length + changes.added.length + changes.removed.length} sessions`,
      });
      return outcome;
    };
    const done = await withAuthorNames(ports, () => db.transaction().execute(save));
    ports.invalidatePages();
    return done;
  });
}
