import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import type { BlockOf } from "#contract/blocks.ts";
import { IconButton } from "../ui/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { words } from "./words.ts";

type GalleryViewerProps = {
  title: string;
  pictures: BlockOf<"gallery">["pictures"];
  /** Which one is looked at first. */
  at: number;
  onClose: () => void;
};

/** A finger that moved this far sideways turned the page, CSS px. */
const SWIPE = 40;

/** Pictures large, one at a time: by its buttons, the arrow keys, or a finger. */
export default function GalleryViewer({ title, pictures, at: first, onClose }: GalleryViewerProps) {
  const [at, setAt] = useState(first);
  const began = useRef(0);
  const { length } = pictures;
  const turn = (step: number) => setAt((before) => (before + step + length) % length);
  const shown = pictures[at];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          className="bk-view"
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
          <Dialog.Title className="sr">{title}</Dialog.Title>
          <Dialog.Close render={<IconButton label={words.close} icon={<CloseIcon />} isGlass />} />
          {shown && (
            <figure key={shown.url} aria-live="polite">
              <Picture
                url={shown.url}
                alt={shown.alt}
                width={1000}
                height={667}
                widths={[750, 1000, 1500]}
                sizes="100vw"
                isEager
              />
              <figcaption className="bs">
                {shown.caption === "" ? shown.alt : shown.caption}
                <span className="num">{words.place(at + 1, length)}</span>
              </figcaption>
            </figure>
          )}
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
