import { isDeepStrictEqual } from "node:util";

type Times = { readonly start_time: Date; readonly end_time: Date };
export type NotedSession = Times & {
  readonly session_id: string;
  readonly dealer_id: string | null;
  readonly quota: number;
};
/** Columns of an activity and of its sessions whose changes have consequences; null: there is no such activity. */
export type NotedActivity = Times & {
  readonly title: string;
  readonly address: string;
  readonly dealer_id: string | null;
  readonly activity_type: string;
  readonly business_type: number | null;
  readonly sponsor_level1: string | null;
  readonly sponsor_level2: string | null;
  readonly called_off_time: Date | null;
  readonly called_off_reason: string | null;
  readonly quota: number | null;
  readonly sessions: readonly NotedSession[];
};
/** A change of a calendar entry: of the activity as session '', or of one session. */
export type Rescheduling = {
  readonly sessionId: string;
  /** The times before, if they are others now; null: something else in the entry changed. */
  readonly former: Times | null;
};
/** Consequences of a change. */
export type ChangeNotes = {
  /** In the order in which their calendar versions are counted up. */
  readonly rescheduled: readonly Rescheduling[];
  /** Starts before and after, if all days of the activity have to be counted again. */
  readonly recounted: readonly Date[] | null;
  readonly isScopeChanged: boolean;
  /** Whether a full activity or session may have a seat now. */
  readonly isRaised: boolean;
};

const timesOf = ({ start_time, end_time }: Times) => [start_time, end_time];
/** The former times if they are others now. */
const formerTimes = (before: Times, after: Times): Times | null =>
  isDeepStrictEqual(timesOf(before), timesOf(after))
    ? null
    : { start_time: before.start_time, end_time: before.end_time };

const entryOf = (row: NotedActivity) => [
  row.title,
  row.address,
  row.dealer_id,
  row.called_off_time,
  row.called_off_reason,
  ...timesOf(row),
];
const sessionEntryOf = (row: NotedSession) => [row.dealer_id, ...timesOf(row)];
const countedOf = ({ start_time, dealer_id, called_off_time, activity_type }: NotedActivity) => [
  start_time,
  dealer_id,
  called_off_time,
  activity_type,
];
const scopeOf = ({ business_type, sponsor_level1, sponsor_level2, dealer_id }: NotedActivity) => [
  business_type,
  sponsor_level1,
  sponsor_level2,
  dealer_id,
];

/** Compares an activity before and after a change, as the triggers of its tables do row by row. */
export function compareActivities(before: NotedActivity | null, after: NotedActivity): ChangeNotes {
  if (before === null) return { rescheduled: [], recounted: null, isScopeChanged: true, isRaised: false };
  const pairs = after.sessions.flatMap((session) => {
    const former = before.sessions.find(({ session_id }) => session_id === session.session_id);
    return former === undefined ? [] : [[former, session] as const];
  });
  const changed = pairs.filter(
    ([one, other]) => !isDeepStrictEqual(sessionEntryOf(one), sessionEntryOf(other)),
  );
  const recounted = pairs.filter(
    ([one, other]) =>
      !isDeepStrictEqual([one.start_time, one.dealer_id], [other.start_time, other.dealer_id]),
  );
  const isRecounted = !isDeepStrictEqual(countedOf(before), countedOf(after));
  const starts = [...(isRecounted ? [[before, after] as const] : []), ...recounted].flatMap((pair) =>
    pair.map(({ start_time }) => start_time),
  );
  return {
    rescheduled: [
      ...(isDeepStrictEqual(entryOf(before), entryOf(after))
        ? []
        : [{ sessionId: "", former: formerTimes(before, after) }]),
      ...changed.map(([one, other]) => ({ sessionId: one.session_id, former: formerTimes(one, other) })),
    ],
    recounted: starts.length === 0 ? null : starts,
    isScopeChanged: !isDeepStrictEqual(scopeOf(before), scopeOf(after)),
    isRaised:
      (before.quota !== null && (after.quota === null || after.quota > before.quota)) ||
      pairs.some(([one, other]) => other.quota > one.quota),
  };
}
