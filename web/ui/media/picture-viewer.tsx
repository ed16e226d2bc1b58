import * as pictureViewerCss from "./picture-viewer.module.css";
import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState, type ReactNode } from "react";
import { IconButton } from "../form/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from "../icons/common-icons.tsx";
import { pictureUiMessages } from "./picture-messages.ts";
import { useCloseOnBack } from "../overlay/use-close-on-back.ts";
import * as textCss from "../styles/text.module.css";

type PictureViewerProps = {
  /** Accessible name of the viewer. */
  title: string;
  length: number;
  /** Index of the first picture shown. */
  start: number;
  onClose: () => void;
  picture: (index: number) => ReactNode;
  /** Shown before the position. */
  caption?: (index: number) => ReactNode;
};

/** Minimum horizontal distance of a swipe, CSS px. */
const MIN_SWIPE = 40;

/** Full-screen pictures, one at a time: by buttons, arrow keys or a swipe. */
export function PictureViewer({ title, length, start, onClose, picture, caption }: PictureViewerProps) {
  useCloseOnBack(true, onClose);
  const [index, setIndex] = useState(start);
  const touchStartX = useRef(0);
  const turn = (step: number) => setIndex((before) => (before + step + length) % length);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={pictureViewerCss.viewer}
          onKeyDown={({ key }) => {
            if (key === "ArrowLeft") turn(-1);
            if (key === "ArrowRight") turn(1);
          }}
          onTouchStart={({ touches }) => (touchStartX.current = touches[0]?.clientX ?? 0)}
          onTouchEnd={({ changedTouches }) => {
            const distance = (changedTouches[0]?.clientX ?? 0) - touchStartX.current;
            if (Math.abs(distance) > MIN_SWIPE) turn(distance < 0 ? 1 : -1);
          }}
        >
          <Dialog.Title className={textCss.visuallyHidden}>{title}</Dialog.Title>
          <Dialog.Close
            render={<IconButton label={pictureUiMessages.close} icon={<CloseIcon />} isGlass />}
          />
          <figure key={index} aria-live="polite">
            {picture(index)}
            <figcaption className={textCss.small}>
              {caption?.(index)}
              <span className={textCss.numeric}>{pictureUiMessages.place(index + 1, length)}</span>
            </figcaption>
          </figure>
          {length > 1 && (
            <div className={pictureViewerCss.turn}>
              <IconButton
                label={pictureUiMessages.previous}
                icon={<ChevronLeftIcon />}
                isGlass
                onClick={() => turn(-1)}
              />
              <IconButton
                label={pictureUiMessages.next}
                icon={<ChevronRightIcon />}
                isGlass
                onClick={() => turn(1)}
              />
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
