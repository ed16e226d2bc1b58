import type { GuestListRow, GuestState } from "#contract/console/guests.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { sourceText } from "../kit/display/source-messages.ts";
import type { Column } from "../kit/table/column.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { guestPageMessages } from "./messages.ts";

const { columns: labels, states, waitingAt, erased } = guestPageMessages;
const tones: Readonly<Record<GuestState, Tone>> = {
  upcoming: "info",
  attended: "ok",
  absent: "error",
  waiting: "warn",
  offered: "warn",
  cancelled: "mute",
  calledOff: "mute",
};

/** State of a guest, with the position on the waitlist. */
export const GuestBadge = ({ guest, hasDot = false }: { guest: GuestListRow; hasDot?: boolean }) => (
  <Badge tone={tones[guest.state]} hasDot={hasDot}>
    {guest.position === null ? states[guest.state] : waitingAt(guest.position)}
  </Badge>
);

/** Name of a guest; an erased one has none. */
export const GuestName = ({ name }: { name: string | null }) =>
  name === null ? <span className={utilityCss.secondary}>{erased}</span> : <span data-private>{name}</span>;

/** Line below the name where the table is narrow. */
export const guestSecondLine = ({ seriesName, source }: GuestListRow): string =>
  [seriesName, sourceText(source)].filter((part) => part !== null && part !== "").join(" · ");

/** Name of a row in the label of its tick. */
export const guestRowName = ({ name, signUpId }: GuestListRow): string => name ?? signUpId;

/** Columns of the list of guests. */
export const guestColumns: readonly Column<GuestListRow>[] = [
  { id: "name", label: labels.name, cell: ({ name }) => <GuestName name={name} /> },
  {
    id: "mobile",
    label: labels.mobile,
    isNumber: true,
    cell: ({ mobile }) => <span data-private>{mobile}</span>,
  },
  {
    id: "session",
    label: labels.session,
    isNumber: true,
    isSortable: true,
    cell: ({ startTime }) => formatShort(startTime),
  },
  {
    id: "activity",
    label: labels.activity,
    isWide: true,
    isOptional: true,
    cell: ({ activityTitle }) => activityTitle,
  },
  { id: "series", label: labels.series, hideBelow: "medium", cell: ({ seriesName }) => seriesName },
  { id: "dealer", label: labels.dealer, cell: ({ dealerName }) => dealerName },
  { id: "source", label: labels.source, hideBelow: "medium", cell: ({ source }) => sourceText(source) },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  { id: "state", label: labels.state, cell: (guest) => <GuestBadge guest={guest} /> },
];
