import type { ExportRow, ExportState } from "#contract/console/export/exports.ts";
import { Badge, ShareBar, type Tone } from "../kit/display/badge.tsx";
import { exportPageMessages as texts } from "./messages.ts";

const tones: Readonly<Record<ExportState, Tone>> = {
  waiting: "info",
  ready: "ok",
  failed: "error",
  cancelled: "mute",
  ended: "mute",
};

/** State of a file; one that has been fetched says so. */
export const ExportBadge = ({ row }: { row: ExportRow }) => (
  <Badge tone={tones[row.state]} hasDot={row.state === "waiting"}>
    {row.state === "waiting" && row.rowCount === 0
      ? texts.queued
      : row.state === "ready" && row.fetchedTime !== null
        ? texts.fetched
        : texts.states[row.state]}
  </Badge>
);

/** Progress of a file that is being made. */
export const ExportBar = ({ row }: { row: ExportRow }) => (
  <ShareBar label={texts.states.waiting} value={row.rowCount} max={row.expected} />
);

/** Rows of a file, and those that are expected while it is made. */
export function rowsText({ state, rowCount, expected, isExpectedExact }: ExportRow): string {
  const done = rowCount.toLocaleString("en");
  if (state !== "waiting") return done;
  return texts.progress(done, expected.toLocaleString("en") + (isExpectedExact ? "" : "+"));
}
