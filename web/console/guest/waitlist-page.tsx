import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { GuestWaitlist } from "#contract/console/guests.ts";
import { formatClock, formatShort } from "#contract/core/date-text.ts";
import { SelectInput } from "../kit/form/select-input.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { ConsolePage, ExportButton } from "../shell/index.ts";
import { guestKeys, loadWaitlist } from "./api.ts";
import { GuestBadge, GuestName, guestRowName, guestSecondLine } from "./guest-columns.tsx";
import { activityOptions, useChoices, useChosenActivity } from "./guest-filters.ts";
import { GuestPanel } from "./guest-panel.tsx";
import * as guestCss from "./guest.module.css";
import { guestPageMessages } from "./messages.ts";
import { WaitlistOverview } from "./overview.tsx";
import { useOpenGuest } from "./use-open-guest.ts";

const { waitlist: texts, columns: labels } = guestPageMessages;
type WaitlistRow = GuestWaitlist["rows"][number];

const columns: readonly Column<WaitlistRow>[] = [
  { id: "name", label: labels.name, cell: ({ name }) => <GuestName name={name} /> },
  { id: "position", label: texts.position, isNumber: true, cell: ({ position }) => position ?? "" },
  {
    id: "mobile",
    label: labels.mobile,
    isNumber: true,
    cell: ({ mobile }) => <span data-private>{mobile}</span>,
  },
  { id: "session", label: labels.session, isNumber: true, cell: ({ startTime }) => formatShort(startTime) },
  {
    id: "dealer",
    label: labels.dealer,
    isWide: true,
    hideBelow: "narrow",
    cell: ({ dealerName }) => dealerName,
  },
  {
    id: "created",
    label: labels.created,
    isNumber: true,
    hideBelow: "narrow",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  {
    id: "until",
    label: texts.until,
    isNumber: true,
    cell: ({ offerUntil }) => (offerUntil === null ? "" : formatClock(offerUntil)),
  },
  { id: "state", label: labels.state, cell: (guest) => <GuestBadge guest={guest} /> },
];

/** Entries of one activity in their order. */
function Waitlist({ activityId }: { activityId: string }) {
  const { open, setOpen } = useOpenGuest();
  const choices = useChoices(null);
  const query = useQuery({
    queryKey: guestKeys.waitlist(activityId),
    queryFn: () => loadWaitlist(activityId),
    refetchInterval: 15_000,
  });
  return (
    <QueryState query={query} skeleton={<TableSkeleton columns={columns} />} right="signup.read">
      {({ rows, count, isPaused }) => (
        <>
          <ExportButton
            list="waitlist"
            exported={{ filter: { activityId } }}
            words={activityWords(activityId, choices)}
            found={{ count: Math.min(count, rows.length), isCountExact: true }}
          />
          <NoteBar tone={isPaused ? "warn" : "mute"}>{isPaused ? texts.paused : texts.order}</NoteBar>
          {rows.length === 0 ? (
            <EmptyPage title={texts.empty.title} text={texts.empty.text} />
          ) : (
            <WithSidePanel
              panel={open === null ? null : <GuestPanel signUpId={open} onClose={() => setOpen(null)} />}
            >
              <DataTable
                label={texts.list}
                columns={columns}
                rows={rows}
                rowId={({ signUpId }) => signUpId}
                rowName={guestRowName}
                secondLine={guestSecondLine}
                openId={open}
                onOpen={({ signUpId }) => setOpen(signUpId)}
              />
            </WithSidePanel>
          )}
        </>
      )}
    </QueryState>
  );
}

/** The activity in words, for a file. */
const activityWords = (activityId: string, choices: ReturnType<typeof useChoices>) => {
  const found = choices?.activities.find((one) => one.activityId === activityId);
  return [{ label: labels.activity, value: found?.title ?? activityId, isTyped: false }];
};

/** Choice of the activity that a page shows; it stands in the address. */
export function ActivityChoice() {
  const navigate = useNavigate();
  const activityId = useChosenActivity();
  const choices = useChoices(null);
  return (
    <div className={guestCss.choice}>
      <SelectInput
        label={labels.activity}
        value={activityId ?? ""}
        options={activityOptions(choices)}
        onChange={(chosen) => void navigate({ search: chosen === "" ? "" : `?activity=${chosen}` })}
      />
    </div>
  );
}

/** 候补: the waitlist of an activity in its order. */
export function WaitlistPage() {
  const activityId = useChosenActivity();
  return (
    <ConsolePage title={texts.title} right="signup.read">
      <ActivityChoice />
      {activityId === null ? <WaitlistOverview /> : <Waitlist activityId={activityId} />}
    </ConsolePage>
  );
}
