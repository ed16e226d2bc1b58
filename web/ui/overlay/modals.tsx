import * as sheetCss from "./modals.module.css";
import type { ReactNode } from "react";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { IconButton } from "../form/button.tsx";
import { CloseIcon } from "../icons/common-icons.tsx";
import { useCloseOnBack } from "./use-close-on-back.ts";
import { uiMessages } from "../messages.ts";
import * as textCss from "../styles/text.module.css";

type SheetProps = {
  isOpen: boolean;
  /** Called for Esc, Back, the backdrop and the close button, but not while `isBusy`. */
  onClose: () => void;
  title: string;
  /** The title is for screen readers only, because the content has its own. */
  isTitleHidden?: boolean;
  /** A submission is running: the sheet cannot be closed. */
  isBusy?: boolean;
  /** Element with the initial focus; by default the first focusable one. */
  firstFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** Bottom sheet, on larger screens a centred window: traps the focus and returns it on closing. */
export function Sheet(props: SheetProps) {
  const { isOpen, onClose, title, isTitleHidden, isBusy = false, firstFocus, children } = props;
  useCloseOnBack(isOpen, onClose, isBusy);
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={sheetCss.overlay} />
        <BaseDialog.Viewport className={sheetCss.viewport}>
          <BaseDialog.Popup className={sheetCss.sheet} {...(firstFocus && { initialFocus: firstFocus })}>
            <div className={sheetCss.grip} />
            <div className={sheetCss.head}>
              <BaseDialog.Title className={isTitleHidden ? textCss.visuallyHidden : textCss.title2}>
                {title}
              </BaseDialog.Title>
              <span />
              <BaseDialog.Close
                disabled={isBusy}
                render={<IconButton label={uiMessages.close} icon={<CloseIcon />} />}
              />
            </div>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: string;
  /** Buttons, the primary one last. */
  children: ReactNode;
};

/** Question that needs an answer; only its buttons, Esc and Back close it. */
export function Dialog({ isOpen, onClose, title, text, children }: DialogProps) {
  useCloseOnBack(isOpen, onClose);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={sheetCss.overlay} />
        <AlertDialog.Viewport className={`${sheetCss.viewport} ${sheetCss.dialogViewport}`}>
          <AlertDialog.Popup className={sheetCss.dialog}>
            <div className={sheetCss.body}>
              <AlertDialog.Title className={textCss.title2}>{title}</AlertDialog.Title>
              {text !== undefined && (
                <AlertDialog.Description className={textCss.preLine}>{text}</AlertDialog.Description>
              )}
            </div>
            <div className={sheetCss.footer}>{children}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
