import * as shareGuideCss from "./share-guide.module.css";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { sharingMessages } from "./sharing-messages.ts";
import { useCloseOnBack } from "../overlay/use-close-on-back.ts";
import * as controlsCss from "../styles/controls.module.css";
import * as textCss from "../styles/text.module.css";

/** Points to WeChat's menu at the top right corner; any tap closes the guide. */
export function ShareGuide({ onClose }: { onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={shareGuideCss.overlay} />
        <BaseDialog.Popup className={shareGuideCss.guide} onClick={onClose}>
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
          <BaseDialog.Title className={textCss.title1}>{sharingMessages.shareGuide.title}</BaseDialog.Title>
          <BaseDialog.Description className={textCss.preLine}>
            {sharingMessages.shareGuide.text}
          </BaseDialog.Description>
          <BaseDialog.Close className={controlsCss.button}>
            {sharingMessages.shareGuide.done}
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
