import { Suspense, useState } from "react";
import { Picture } from "../ui/picture.tsx";
import { part } from "./part.ts";
import { words } from "./words.ts";

/** Loaded when a picture is first looked at. */
const { Part: Viewer, whenReady } = part(() => import("./article-viewer.tsx"));

type PicturesProps = {
  urls: readonly string[];
  /** Whose they are, for whoever does not see them. */
  of: string;
  /** Within a card that leads to the article: looked at there. */
  isPreview?: boolean;
  /** Of the first screen. */
  isFirst?: boolean;
  /** One of them could not be shown. */
  onBroken?: () => void;
};

/** How many a card shows. */
const SHOWN = 9;

/** Pictures of an article: one large, two side by side, three with a large one, more in a grid (mockup 10-club-group). */
export function Pictures({ urls, of, isPreview = false, isFirst = false, onBroken }: PicturesProps) {
  const [open, setOpen] = useState<number | null>(null);
  if (urls.length === 0) return null;
  const shown = isPreview ? urls.slice(0, SHOWN) : urls;
  const kind = Math.min(shown.length, 4);
  return (
    <div className={`cl-ims n${kind}`} onErrorCapture={onBroken}>
      {shown.map((url, place) => {
        const isLarge = shown.length === 1 || (shown.length === 3 && place === 0);
        const picture = (
          <Picture
            key={url}
            url={url}
            alt={words.picture(of, place + 1, urls.length)}
            width={isLarge ? 350 : 172}
            height={isLarge ? 240 : 172}
            sizes={isLarge ? "(min-width: 1024px) 700px, 92vw" : "(min-width: 1024px) 350px, 46vw"}
            {...(isFirst && place === 0 && { isFirst })}
          />
        );
        return isPreview ? (
          picture
        ) : (
          <button
            key={url}
            type="button"
            onClick={() => whenReady(() => setOpen(place))}
            data-tap="press"
            suppressHydrationWarning
          >
            {picture}
          </button>
        );
      })}
      {open !== null && (
        <Suspense>
          <Viewer urls={urls} of={of} start={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
