import type { ReactNode } from "react";
import { Dialog } from "@base-ui/react/dialog";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as overlayCss from "./overlay.module.css";

type ModalProps = {
  isOpen: boolean;
  /** Esc or a press beside it; undefined: only its buttons close it. */
  onClose?: (() => void) | undefined;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last; a text before them stands at the left. */
  footer?: ReactNode;
  /** 880 instead of 480 px. */
  isWide?: boolean;
};

/** Dialog: keeps the focus inside and gives it back when it closes. */
export const Modal = ({ isOpen, onClose, title, text, children, footer, isWide = false }: ModalProps) => (
  <Dialog.Root
    open={isOpen}
    onOpenChange={(open) => !open && onClose?.()}
    disablePointerDismissal={onClose === undefined}
  >
    <Dialog.Portal>
      <Dialog.Backdrop className={overlayCss.backdrop} />
      <Dialog.Viewport className={overlayCss.viewport}>
        <Dialog.Popup className={classNames(overlayCss.dialog, isWide && overlayCss.wide)}>
          <div className={overlayCss.head}>
            <Dialog.Title>{title}</Dialog.Title>
            {text !== undefined && <Dialog.Description render={<div />}>{text}</Dialog.Description>}
          </div>
          {children !== undefined && children !== null && <div className={overlayCss.body}>{children}</div>}
          {footer !== undefined && <div className={overlayCss.footer}>{footer}</div>}
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
);
