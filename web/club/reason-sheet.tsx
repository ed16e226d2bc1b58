import { useState } from "react";
import type { Group } from "#contract/community-shapes.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { TextArea } from "./text-area.tsx";
import { words } from "./words.ts";

type ReasonSheetProps = {
  group: Pick<Group, "name">;
  isBusy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks why somebody wants to join a group that decides itself; it may stay empty. */
export default function ReasonSheet({ group, isBusy, onSend, onClose }: ReasonSheetProps) {
  const [reason, setReason] = useState("");
  const isTooLong = [...reason].length > communityLimits.reasonMost;
  return (
    <Sheet isOpen onClose={onClose} title={words.join.apply(group.name)} isBusy={isBusy}>
      <form
        className="bd flds"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooLong) onSend(reason.trim());
        }}
      >
        <TextArea
          id="join-reason"
          label={words.join.reason}
          placeholder={words.join.reasonHint}
          value={reason}
          onChange={setReason}
          most={communityLimits.reasonMost}
        />
        <Button type="submit" isWide isBusy={isBusy}>
          {words.join.send}
        </Button>
      </form>
    </Sheet>
  );
}
