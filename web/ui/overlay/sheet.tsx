import * as overlayCss from "./overlay.module.css";
import type { ReactNode } from "react";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { IconButton } from "../form/button.tsx";
import { CloseIcon } from "../icons/common-icons.tsx";
import { useCloseOnBack } from "./use-close-on-back.ts";
import { uiMessages } from "../messages.ts";
import { TitleText } from "../display/title-text.tsx";
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
        <BaseDialog.Backdrop className={overlayCss.overlay} />
        <BaseDialog.Viewport className={overlayCss.viewport}>
          <BaseDialog.Popup className={overlayCss.sheet} {...(firstFocus && { initialFocus: firstFocus })}>
            <div className={overlayCss.grip} />
            <div className={overlayCss.head}>
              <BaseDialog.Title className={isTitleHidden ? textCss.visuallyHidden : textCss.title2}>
                <TitleText text={title} />
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
