import "./share-guide.css";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { shareWords } from "./share-words.ts";
import { useBackCloses } from "./use-back-closes.ts";

/** Points to the menu that WeChat draws over the page's top right corner; any tap closes it. */
export function ShareGuide({ onClose }: { onClose: () => void }) {
  useBackCloses(true, onClose);
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
          <BaseDialog.Title className="t1">{shareWords.shareGuide.title}</BaseDialog.Title>
          <BaseDialog.Description className="pre">{shareWords.shareGuide.text}</BaseDialog.Description>
          <BaseDialog.Close className="btn">{shareWords.shareGuide.done}</BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
