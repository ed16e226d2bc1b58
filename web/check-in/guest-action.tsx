import type { Guest } from "#contract/check-in/check-in.ts";
import { Button } from "../ui/form/button.tsx";
import { Tag } from "../ui/display/tag.tsx";
import { checkInMessages } from "./messages.ts";

export type GuestActionProps = {
  isBusy: boolean;
  /** Check-in is closed. */
  isClosed: boolean;
  onPick: (guest: Guest) => void;
  /** Undoes a mistaken check-in. */
  onUndo: (guest: Guest) => void;
};
type Props = GuestActionProps & {
  guest: Guest;
  /** The state is shown elsewhere in the row. */
  hasNoTag?: boolean;
};

/** Checks a guest in, or undoes it. */
export const GuestAction = ({ guest, isBusy, isClosed, hasNoTag = false, onPick, onUndo }: Props) => (
  <>
    {guest.checkedInTime === null && !isClosed && (
      <Button
        look="tonal"
        size="tiny"
        disabled={isBusy}
        aria-label={checkInMessages.checkOf(guest.name)}
        onClick={() => onPick(guest)}
      >
        {checkInMessages.check}
      </Button>
    )}
    {guest.checkedInTime !== null && (
      <>
        {!hasNoTag && <Tag kind="ended">{checkInMessages.here}</Tag>}
        <Button
          look="quiet"
          size="tiny"
          disabled={isBusy}
          aria-label={checkInMessages.undoOf(guest.name)}
          onClick={() => onUndo(guest)}
        >
          {checkInMessages.undo}
        </Button>
      </>
    )}
  </>
);
