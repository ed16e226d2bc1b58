import "./share-guide.css";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { sharingMessages } from "./sharing-messages.ts";
import { useCloseOnBack } from "../overlay/use-close-on-back.ts";

/** Points to the menu that WeChat draws over the page's top right corner; any tap closes it. */
export function ShareGuide({ onClose }: { onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="guide-o" />
        <BaseDialog.Popup className="guide" onClick={onClose}>
          <svg width="104" height="104" viewBox="0 0 104 104" fill="none" aria-hidden="true">
            <path
              d="M8 98C12 50 42 22 88 14"
              stroke="currentColor"
              strokeWidth="2.500"
              strokeDasharray="6 6"
            />
            <path
              d="M74 6L94 12L84 30"
              stroke="currentColor"
              strokeWidth="2.500"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <BaseDialog.Title className="t1">{sharingMessages.shareGuide.title}</BaseDialog.Title>
          <BaseDialog.Description className="pre">{sharingMessages.shareGuide.text}</BaseDialog.Description>
          <BaseDialog.Close className="btn">{sharingMessages.shareGuide.done}</BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
