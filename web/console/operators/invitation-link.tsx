import { useState } from "react";
import { formatShort } from "#contract/core/date-text.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import type { OperatorInvitation } from "./api.ts";
import { operatorMessages as messages } from "./messages.ts";
import * as operatorsCss from "./operators.module.css";

type InvitationLinkProps = { name: string; made: OperatorInvitation; onClose: () => void };

/** Link of an invitation, shown once. */
export function InvitationLink({ name, made, onClose }: InvitationLinkProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Modal
      isOpen
      title={messages.linkTitle}
      text={messages.linkText(name, formatShort(made.expiresTime))}
      footer={
        <>
          <ConsoleButton onClick={() => void copyText(made.link).then(setCopied)}>
            {isCopied ? messages.copied : messages.copyLink}
          </ConsoleButton>
          <ConsoleButton look="primary" onClick={onClose}>
            {messages.done}
          </ConsoleButton>
        </>
      }
    >
      <p className={operatorsCss.link}>{made.link}</p>
    </Modal>
  );
}
