import * as overlayCss from "./overlay.module.css";
import type { ReactNode } from "react";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useCloseOnBack } from "./use-close-on-back.ts";
import { TitleText } from "../display/title-text.tsx";
import * as textCss from "../styles/text.module.css";

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
        <AlertDialog.Backdrop className={overlayCss.overlay} />
        <AlertDialog.Viewport className={`${overlayCss.viewport} ${overlayCss.dialogViewport}`}>
          <AlertDialog.Popup className={overlayCss.dialog}>
            <div className={overlayCss.body}>
              <AlertDialog.Title className={textCss.title2}>
                <TitleText text={title} />
              </AlertDialog.Title>
              {text !== undefined && (
                <AlertDialog.Description className={textCss.preLine}>{text}</AlertDialog.Description>
              )}
            </div>
            <div className={overlayCss.footer}>{children}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
