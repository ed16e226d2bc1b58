import { useState } from "react";
import type { ActivitySeats } from "#contract/console/activity/sessions.ts";
import { formatClock, formatDate } from "#contract/core/date-text.ts";
import { dayOfWeek } from "#contract/core/shanghai-date.ts";
import { trialStatus } from "#contract/core/limits.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { FaultList } from "../fault-list.tsx";
import { consoleActivityTexts } from "../messages.ts";
import { seatMessages as texts } from "./messages.ts";
import { AddSession } from "./add-session.tsx";
import { gridOf, quotaOf, type Grid, type GridRow } from "./grid-rules.ts";
import { OffersPanel } from "./offers-panel.tsx";
import { RemoveSessions } from "./remove-sessions.tsx";
import { SessionCell, type GridMode } from "./session-cell.tsx";
import * as sessionsCss from "./sessions.module.css";
import { useSeats, type SeatsEditor } from "./use-seats.ts";

type SessionsGridProps = { activityId: string; seats: ActivitySeats };

/** Quotas by session and dealer; one saving changes them all. */
export function SessionsGrid({ activityId, seats }: SessionsGridProps) {
  const editor = useSeats(activityId, seats);
  const [mode, setMode] = useState<GridMode>("taken");
  const grid = gridOf(seats, texts.noDealer);
  return (
    <>
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <Segments
          label={texts.mode}
          options={(Object.entries(texts.modes) as [GridMode, string][]).map(([value, label]) => ({
            value,
            label,
          }))}
          value={mode}
          onChange={setMode}
        />
        <span className={`${utilityCss.caption} ${utilityCss.secondary} ${utilityCss.grow}`}>
          {texts.hint}
        </span>
        {seats.canWrite && <AddSession activityId={activityId} seats={seats} />}
      </div>
      <div className={utilityCss.withAside}>
        <div className={utilityCss.stack}>
          <GridTable {...{ activityId, grid, seats, editor, mode }} />
          <TotalNote seats={seats} editor={editor} />
          {editor.refusal !== null && <RefusalNote editor={editor} />}
          {editor.count > 0 && <SaveBar editor={editor} />}
        </div>
        <OffersPanel offers={editor.offers} hasChanges={editor.count > 0} />
      </div>
    </>
  );
}

type GridTableProps = {
  activityId: string;
  grid: Grid;
  seats: ActivitySeats;
  editor: SeatsEditor;
  mode: GridMode;
};
function GridTable({ activityId, grid, seats, editor, mode }: GridTableProps) {
  const sumOf = (sessions: GridRow["cells"]): string => {
    const present = sessions.flatMap((one) => one ?? []);
    const taken = present.reduce((sum, one) => sum + one.taken, 0);
    const quota = present.reduce((sum, one) => sum + (quotaOf(one, editor.typed) ?? one.quota), 0);
    return `${taken} / ${quota}`;
  };
  return (
    <div className={sessionsCss.scroller}>
      <table className={sessionsCss.grid} aria-label={texts.label}>
        <thead>
          <tr>
            <th scope="col">{texts.session}</th>
            {grid.columns.map(({ dealerId, name, status }, column) => (
              <th key={dealerId ?? ""} scope="col">
                {name} {status === trialStatus && <Badge tone="warn">{consoleActivityTexts.trial}</Badge>}
                {seats.canWrite && (
                  <RemoveSessions
                    activityId={activityId}
                    name={name}
                    sessions={grid.rows.map(({ cells }) => cells[column] ?? null)}
                  />
                )}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, at) => (
            <tr key={row.key}>
              <th scope="row">
                <span className={sessionsCss.clock}>{formatClock(row.startTime)}</span>
                <small>
                  {formatDate(row.startTime)} {consoleActivityTexts.weekdays[dayOfWeek(row.startTime)]}
                </small>
                {seats.canWrite && (
                  <RemoveSessions
                    activityId={activityId}
                    name={`${formatDate(row.startTime)} ${formatClock(row.startTime)}`}
                    sessions={row.cells}
                  />
                )}
              </th>
              {row.cells.map((session, column) => (
                <SessionCell
                  key={grid.columns[column]?.dealerId ?? ""}
                  session={session}
                  place={{ row: at, column }}
                  grid={grid}
                  editor={editor}
                  mode={mode}
                />
              ))}
              <td className={sessionsCss.sum}>{sumOf(row.cells)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            {grid.columns.map(({ dealerId }, column) => (
              <td key={dealerId ?? ""} className={sessionsCss.sum}>
                {sumOf(grid.rows.map(({ cells }) => cells[column] ?? null))}
              </td>
            ))}
            <td className={sessionsCss.sum}>{sumOf(seats.sessions)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The sessions' sum beside the activity's own quota, which can be changed here. */
function TotalNote({ seats, editor }: { seats: ActivitySeats; editor: SeatsEditor }) {
  const [isOpen, setOpen] = useState(false);
  const sum = seats.sessionSum + editor.changes.seats;
  const differs = seats.quota !== null && seats.quota !== sum;
  return (
    <>
      {differs && (
        <NoteBar
          tone="warn"
          {...(seats.canWrite && { action: { label: texts.changeQuota, onPress: () => setOpen(true) } })}
        >
          {texts.sumDiffers(sum, seats.quota ?? 0)}
        </NoteBar>
      )}
      {(isOpen || editor.typedTotal !== null) && (
        <div className={sessionsCss.total}>
          <TextInput
            label={texts.quota}
            inputMode="numeric"
            value={editor.typedTotal ?? String(seats.quota ?? "")}
            error={editor.refusal?.fields["quota"]}
            onChange={(text) => {
              if (/^\d{0,7}$/.test(text)) editor.setTotal(text);
            }}
          />
        </div>
      )}
    </>
  );
}

function RefusalNote({ editor: { refusal } }: { editor: SeatsEditor }) {
  if (refusal === null) return null;
  const hasFields = Object.keys(refusal.fields).length > 0;
  const text = refusal.refusal === "editConflict" ? texts.conflict : refusal.message;
  return <NoteBar tone="error">{hasFields ? <FaultList faults={refusal.fields} /> : text}</NoteBar>;
}

const SaveBar = ({ editor }: { editor: SeatsEditor }) => (
  <div className={sessionsCss.saveBar}>
    <strong>{texts.changes(editor.count)}</strong>
    <span className={`${utilityCss.secondary} ${utilityCss.grow}`}>
      {editor.changes.seats !== 0 && texts.added(editor.changes.seats)}
      {editor.changes.faulty > 0 && ` · ${texts.faulty(editor.changes.faulty)}`}
    </span>
    <ConsoleButton look="quiet" onClick={editor.drop}>
      {texts.drop}
    </ConsoleButton>
    <ConsoleButton
      look="primary"
      isBusy={editor.isBusy}
      disabled={editor.changes.faulty > 0}
      onClick={() => void editor.save()}
    >
      {editor.offers.length > 0 ? texts.saveAndOffer(editor.offers.length) : texts.save}
    </ConsoleButton>
  </div>
);
