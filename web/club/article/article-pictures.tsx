import { Suspense, useState, type ReactNode } from "react";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { clubMessages } from "../messages.ts";

/** Loaded when a picture is first looked at. */
const { Part: Viewer, whenReady } = lazyOverlay(() => import("./article-picture-viewer.tsx"));

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
  /** The first one stands elsewhere, see `LeadPicture`. */
  isLed?: boolean;
};

/** How many a card shows. */
const SHOWN = 9;

/** Pictures are looked at whole, each from where it stands. */
function useViewer(
  urls: readonly string[],
  of: string,
): { look: (place: number) => void; viewer: ReactNode } {
  const [open, setOpen] = useState<number | null>(null);
  return {
    look: (place) => whenReady(() => setOpen(place)),
    viewer: open !== null && (
      <Suspense>
        <Viewer urls={urls} of={of} start={open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}

/** An article's first picture, above its title (mockup 10-club-article); its box stands before it is there. */
export function LeadPicture({ urls, of, onBroken }: Pick<PicturesProps, "urls" | "of" | "onBroken">) {
  const { look, viewer } = useViewer(urls, of);
  const [first] = urls;
  if (first === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="cl-lead"
        onClick={() => look(0)}
        onErrorCapture={onBroken}
        data-tap="press"
        suppressHydrationWarning
      >
        <ResponsivePicture
          url={first}
          alt={clubMessages.picture(of, 1, urls.length)}
          width={390}
          height={240}
          sizes="(min-width: 1024px) 656px, 100vw"
          isFirst
        />
      </button>
      {viewer}
    </>
  );
}

/** Pictures of an article: one large, two side by side, three with a large one, more in a grid (mockup 10-club-group). */
export function ArticlePictures({
  urls,
  of,
  isPreview = false,
  isFirst = false,
  onBroken,
  isLed = false,
}: PicturesProps) {
  const { look, viewer } = useViewer(urls, of);
  const from = isLed ? 1 : 0;
  const shown = urls.slice(from, isPreview ? SHOWN : undefined);
  if (shown.length === 0) return null;
  const kind = Math.min(shown.length, 4);
  return (
    <div className={`cl-ims n${kind}`} onErrorCapture={onBroken}>
      {shown.map((url, at) => {
        const place = from + at;
        const isLarge = shown.length === 1 || (shown.length === 3 && at === 0);
        const picture = (
          <ResponsivePicture
            key={url}
            url={url}
            alt={clubMessages.picture(of, place + 1, urls.length)}
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
            onClick={() => look(place)}
            data-tap="press"
            suppressHydrationWarning
          >
            {picture}
          </button>
        );
      })}
      {viewer}
    </div>
  );
}
