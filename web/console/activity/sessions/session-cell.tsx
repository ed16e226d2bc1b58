import { formatClock } from "#contract/core/date-text.ts";
import type { SessionSeats } from "#contract/console/activity/sessions.ts";
import { ShareBar } from "../../kit/display/badge.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { consoleActivityTexts } from "../messages.ts";
import { seatMessages as texts } from "./messages.ts";
import { filledDown, isCellFaulty, pastedCells, quotaOf, withPasted, type Grid } from "./grid-rules.ts";
import * as sessionsCss from "./sessions.module.css";
import type { SeatsEditor } from "./use-seats.ts";

export type GridMode = keyof typeof texts.modes;
type SessionCellProps = {
  session: SessionSeats | null;
  place: { readonly row: number; readonly column: number };
  grid: Grid;
  editor: SeatsEditor;
  mode: GridMode;
};

/** One session of a dealer: taken and quota. Ctrl D fills down, a table is pasted from here on. */
export function SessionCell({ session, place, grid, editor, mode }: SessionCellProps) {
  if (session === null) return <td className={sessionsCss.closed}>{texts.closed}</td>;
  const { typed } = editor;
  const quota = quotaOf(session, typed);
  const isChanged = quota !== session.quota;
  const isFaulty = isCellFaulty(session, typed);
  const dealer = grid.columns[place.column]?.name ?? "";
  return (
    <td className={classNames(isChanged && sessionsCss.changed, isFaulty && sessionsCss.faulty)}>
      {mode === "taken" ? (
        <span className={sessionsCss.cell}>
          <b>{session.taken}</b> /
          {session.canWrite ? (
            <input
              aria-label={texts.cell(formatClock(session.startTime), dealer)}
              aria-invalid={isFaulty}
              inputMode="numeric"
              value={typed[session.sessionId] ?? String(session.quota)}
              onChange={(event) => editor.setTyped({ ...typed, [session.sessionId]: event.target.value })}
              onKeyDown={(event) => {
                if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "d") return;
                event.preventDefault();
                editor.setTyped(filledDown(grid, typed, place));
              }}
              onPaste={(event) => {
                const cells = pastedCells(event.clipboardData.getData("text/plain"));
                if (cells.length === 1 && cells[0]?.length === 1) return;
                event.preventDefault();
                const pasted = withPasted(grid, typed, place, cells);
                editor.setTyped(pasted.typed);
                showResult(texts.pasted(pasted.count));
              }}
            />
          ) : (
            <span>{session.quota}</span>
          )}
          {isChanged && <del>{session.quota}</del>}
          {session.waiting > 0 && <small>{consoleActivityTexts.waiting(session.waiting)}</small>}
        </span>
      ) : (
        <span className={sessionsCss.cell}>
          {mode === "waiting" ? session.waiting : Math.max(0, (quota ?? session.quota) - session.taken)}
        </span>
      )}
      {isFaulty ? (
        <small className={sessionsCss.fault}>{texts.tooSmall(session.taken)}</small>
      ) : (
        <ShareBar
          label={consoleActivityTexts.columns.taken}
          value={session.taken}
          max={quota ?? session.quota}
        />
      )}
    </td>
  );
}
