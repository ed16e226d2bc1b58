import type { ActivitySeats, SeatChanges, SessionSeats } from "#contract/console/activity/sessions.ts";

/** Typed quotas by session, as text. */
export type TypedQuotas = Readonly<Record<string, string>>;
/** Sessions at one time: one for each column, null where there is none. */
export type GridRow = {
  readonly key: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly cells: readonly (SessionSeats | null)[];
};
type GridColumn = {
  readonly dealerId: string | null;
  readonly name: string;
  readonly status: string | null;
};
export type Grid = { readonly columns: readonly GridColumn[]; readonly rows: readonly GridRow[] };

/** Sessions by time and dealer. Two sessions of a dealer at the same time are two rows. */
export function gridOf(
  { sessions, dealers }: Pick<ActivitySeats, "sessions" | "dealers">,
  noDealer: string,
): Grid {
  const used = new Set(sessions.map(({ dealerId }) => dealerId));
  const columns: GridColumn[] = [
    ...(used.has(null) ? [{ dealerId: null, name: noDealer, status: null }] : []),
    ...dealers
      .filter(({ id }) => used.has(id))
      .map(({ id, name, status }) => ({ dealerId: id, name, status })),
  ];
  const rows: { key: string; startTime: string; endTime: string; cells: (SessionSeats | null)[] }[] = [];
  for (const session of sessions) {
    const { startTime, endTime } = session;
    const at = columns.findIndex(({ dealerId }) => dealerId === session.dealerId);
    if (at < 0) continue;
    const free = rows.find(
      (row) => row.startTime === startTime && row.endTime === endTime && row.cells[at] === null,
    );
    const row = free ?? { key: session.sessionId, startTime, endTime, cells: columns.map(() => null) };
    if (free === undefined) rows.push(row);
    row.cells[at] = session;
  }
  return { columns, rows };
}

const QUOTA = /^\d{1,7}$/;
/** The quota that a cell will have; null: what is typed is no number. */
export function quotaOf(session: SessionSeats, typed: TypedQuotas): number | null {
  const text = typed[session.sessionId]?.trim();
  if (text === undefined) return session.quota;
  return QUOTA.test(text) ? Number(text) : null;
}
/** Whether what is typed can be saved: a whole number that is not below what is taken (requirement CO53). */
export function isCellFaulty(session: SessionSeats, typed: TypedQuotas): boolean {
  const quota = quotaOf(session, typed);
  return quota === null || (quota < session.taken && quota !== session.quota);
}

export type GridChanges = {
  readonly changed: readonly SessionSeats[];
  readonly faulty: number;
  /** Seats more or, negative, fewer than now. */
  readonly seats: number;
};
/** Cells whose quota differs from the stored one. */
export function changesOf(sessions: readonly SessionSeats[], typed: TypedQuotas): GridChanges {
  const changed = sessions.filter((session) => quotaOf(session, typed) !== session.quota);
  return {
    changed,
    faulty: sessions.filter((session) => isCellFaulty(session, typed)).length,
    seats: changed.reduce(
      (sum, session) => sum + ((quotaOf(session, typed) ?? session.quota) - session.quota),
      0,
    ),
  };
}

/** The changes as the call takes them, each with the value that the operator saw. */
export const seatChangesOf = (
  sessions: readonly SessionSeats[],
  typed: TypedQuotas,
): SeatChanges["changed"] =>
  changesOf(sessions, typed).changed.map((session) => {
    const { sessionId, dealerId, startTime, endTime } = session;
    const was = { dealerId, startTime, endTime, quota: session.quota };
    return { sessionId, was, value: { ...was, quota: quotaOf(session, typed) ?? session.quota } };
  });

/** Cells of a table that was copied from a spreadsheet: lines of values between tabs. */
export const pastedCells = (text: string): readonly (readonly string[])[] =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.trim()));

/** Types pasted values from a cell on, to the right and down; cells without a session and what is no number are left. */
export function withPasted(
  { rows }: Grid,
  typed: TypedQuotas,
  from: { readonly row: number; readonly column: number },
  cells: readonly (readonly string[])[],
): { readonly typed: TypedQuotas; readonly count: number } {
  const next: Record<string, string> = { ...typed };
  let count = 0;
  for (const [down, line] of cells.entries())
    for (const [right, text] of line.entries()) {
      const session = rows[from.row + down]?.cells[from.column + right];
      if (!session?.canWrite || !QUOTA.test(text)) continue;
      next[session.sessionId] = text;
      count++;
    }
  return { typed: next, count };
}

/** Types a cell's value into all cells below it. */
export function filledDown(
  { rows }: Grid,
  typed: TypedQuotas,
  from: { readonly row: number; readonly column: number },
): TypedQuotas {
  const source = rows[from.row]?.cells[from.column];
  const value = source && quotaOf(source, typed);
  if (value === null || value === undefined) return typed;
  const below = rows.slice(from.row + 1).flatMap(({ cells }) => cells[from.column] ?? []);
  return {
    ...typed,
    ...Object.fromEntries(
      below.flatMap((session) => (session.canWrite ? [[session.sessionId, String(value)] as const] : [])),
    ),
  };
}
