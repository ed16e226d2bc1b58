import { useState } from "react";
import type { MadeStaffLink } from "#contract/console/basics/links.ts";
import { formatWithYear } from "#contract/core/date-text.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { QrCode } from "../../ui/media/qr-code.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as linkCss from "./link.module.css";
import { linkPageMessages } from "./messages.ts";

const { made: texts } = linkPageMessages;

/** A new link, shown once: its address to copy, and a QR code for a phone. */
export function MadeLink({
  made,
  subject,
  onClose,
}: {
  made: MadeStaffLink;
  subject: string;
  onClose: () => void;
}) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = (): void => void copyText(made.url).then(setCopied);
  return (
    <Modal
      isOpen
      title={texts.title}
      text={texts.text}
      footer={
        <>
          <ConsoleButton onClick={onClose}>{texts.done}</ConsoleButton>
          <ConsoleButton look="primary" onClick={copy}>
            {copied === true ? texts.copied : texts.copy}
          </ConsoleButton>
        </>
      }
    >
      <div className={linkCss.made}>
        <div className={linkCss.qr}>
          <QrCode text={made.url} label={texts.qr} />
        </div>
        <div className={utilityCss.stack}>
          <div>
            <p className={utilityCss.title}>{subject}</p>
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
              {texts.until(formatWithYear(made.expiresTime))}
            </p>
          </div>
          <p className={linkCss.address}>{made.url}</p>
          {made.couponUrl !== null && (
            <div>
              <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.coupon}</p>
              <p className={linkCss.address}>{made.couponUrl}</p>
            </div>
          )}
          {copied === false && <NoteBar tone="warn">{texts.copyFailed}</NoteBar>}
        </div>
      </div>
    </Modal>
  );
}
