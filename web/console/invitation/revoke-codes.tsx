import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { InvitationSelection } from "#contract/console/basics/invitations.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { invitationKeys, revokeCodes } from "./api.ts";
import { invitationPageMessages } from "./messages.ts";

const { revoke: texts } = invitationPageMessages;
type RevokeCodesProps = { selection: InvitationSelection; count: number; onRevoked: () => void };

/** Revokes the selected codes that are unused, after a question. */
export function RevokeCodes({ selection, count, onRevoked }: RevokeCodesProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ConsoleButton isSmall look="dangerOutline" onClick={() => setOpen(true)}>
        {texts.action}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.title}
        text={texts.text(count)}
        confirm={texts.confirm}
        isDanger
        onConfirm={async () => {
          const { revoked, left } = await revokeCodes(selection);
          showResult(texts.done(revoked, left));
          onRevoked();
          await client.invalidateQueries({ queryKey: [invitationKeys.list] });
          await client.invalidateQueries({ queryKey: [invitationKeys.counts] });
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
