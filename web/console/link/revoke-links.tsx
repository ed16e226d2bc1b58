import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { StaffLinkSelection } from "#contract/console/basics/links.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { linkKeys, revokeLinks } from "./api.ts";
import { linkPageMessages } from "./messages.ts";

const { revoke: texts } = linkPageMessages;
type RevokeLinksProps = {
  selection: StaffLinkSelection;
  count: number;
  /** Whether one of them is in use. */
  isInUse: boolean;
  isSmall?: boolean;
  onRevoked?: () => void;
};

/** Revokes the selected links after a question. */
export function RevokeLinks({ selection, count, isInUse, isSmall = false, onRevoked }: RevokeLinksProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ConsoleButton isSmall={isSmall} look="dangerOutline" onClick={() => setOpen(true)}>
        {texts.action}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.title}
        text={texts.text(count)}
        confirm={texts.confirm}
        isDanger
        onConfirm={async () => {
          const { revoked, left } = await revokeLinks(selection);
          showResult(texts.done(revoked, left));
          onRevoked?.();
          for (const key of [[linkKeys.list], [linkKeys.counts], [linkKeys.link("")[0]]])
            await client.invalidateQueries({ queryKey: key });
        }}
        onClose={() => setOpen(false)}
      >
        {isInUse && <NoteBar tone="warn">{texts.inUse}</NoteBar>}
      </ConfirmDialog>
    </>
  );
}
