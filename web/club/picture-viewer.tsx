import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from "../ui/icons.tsx";
import { words } from "./words.ts";

type PictureViewerProps = {
  urls: readonly string[];
  /** Whose they are. */
  of: string;
  /** Which one is looked at first. */
  start: number;
  onClose: () => void;
};

/** A finger that moved this far sideways turned the page, CSS px. */
const SWIPE = 40;

/** An article's pictures whole, one at a time: by its buttons, the arrow keys, or a finger. */
export default function PictureViewer({ urls, of, start, onClose }: PictureViewerProps) {
  const [at, setAt] = useState(start);
  const began = useRef(0);
  const { length } = urls;
  const turn = (step: number) => setAt((before) => (before + step + length) % length);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          className="cl-view"
          onKeyDown={({ key }) => {
            if (key === "ArrowLeft") turn(-1);
            if (key === "ArrowRight") turn(1);
          }}
          onTouchStart={({ touches }) => (began.current = touches[0]?.clientX ?? 0)}
          onTouchEnd={({ changedTouches }) => {
            const moved = (changedTouches[0]?.clientX ?? 0) - began.current;
            if (Math.abs(moved) > SWIPE) turn(moved < 0 ? 1 : -1);
          }}
        >
          <Dialog.Title className="sr">{words.pictures(of)}</Dialog.Title>
          <Dialog.Close render={<IconButton label={words.close} icon={<CloseIcon />} isGlass />} />
          <figure key={at} aria-live="polite">
            <img src={urls[at]} alt={words.picture(of, at + 1, length)} />
            <figcaption className="num bs">
              {at + 1}/{length}
            </figcaption>
          </figure>
          {length > 1 && (
            <div className="turn">
              <IconButton
                label={words.previous}
                icon={<ChevronLeftIcon />}
                isGlass
                onClick={() => turn(-1)}
              />
              <IconButton label={words.next} icon={<ChevronRightIcon />} isGlass onClick={() => turn(1)} />
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
