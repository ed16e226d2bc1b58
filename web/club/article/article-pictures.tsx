import { Suspense, useState, type ReactNode } from "react";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { clubMessages } from "../messages.ts";
import * as articleCss from "./article.module.css";
import * as feedCss from "../feed/feed.module.css";

/** Layouts by the number of pictures; the last one is for all larger numbers. */
const layouts = [feedCss.one, feedCss.two, feedCss.three, feedCss.four];

/** Viewer, loaded when a picture is first opened. */
const { Component: Viewer, whenLoaded } = lazyOverlay(() => import("./article-picture-viewer.tsx"));

type PicturesProps = {
  urls: readonly string[];
  /** Name of the author, for the alternative texts. */
  authorName: string;
  /** The pictures are in a card that links to the article, so they do not open the viewer. */
  isPreview?: boolean;
  /** The first picture is in the first viewport. */
  isFirst?: boolean;
  /** Called when a picture fails to load. */
  onBroken?: () => void;
  /** The first picture is rendered by `LeadPicture`. */
  hasLead?: boolean;
};

/** Maximum number of pictures in a card. */
const MAX_IN_CARD = 9;

/** Opens pictures in the full-screen viewer. */
function useViewer(
  urls: readonly string[],
  authorName: string,
): { open: (index: number) => void; viewer: ReactNode } {
  const [start, setStart] = useState<number | null>(null);
  return {
    open: (index) => whenLoaded(() => setStart(index)),
    viewer: start !== null && (
      <Suspense>
        <Viewer urls={urls} authorName={authorName} start={start} onClose={() => setStart(null)} />
      </Suspense>
    ),
  };
}

/** First picture of an article, above its title (mockup 10-club-article); its box has a fixed ratio before it loads. */
export function LeadPicture({
  urls,
  authorName,
  onBroken,
}: Pick<PicturesProps, "urls" | "authorName" | "onBroken">) {
  const { open, viewer } = useViewer(urls, authorName);
  const [first] = urls;
  if (first === undefined) return null;
  return (
    <>
      <button
        type="button"
        className={articleCss.lead}
        onClick={() => open(0)}
        onErrorCapture={onBroken}
        data-tap="press"
        suppressHydrationWarning
      >
        <ResponsivePicture
          url={first}
          alt={clubMessages.picture(authorName, 1, urls.length)}
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
  authorName,
  isPreview = false,
  isFirst = false,
  onBroken,
  hasLead = false,
}: PicturesProps) {
  const { open, viewer } = useViewer(urls, authorName);
  const from = hasLead ? 1 : 0;
  const shown = urls.slice(from, isPreview ? MAX_IN_CARD : undefined);
  if (shown.length === 0) return null;
  const layout = layouts[Math.min(shown.length, layouts.length) - 1];
  return (
    <div className={`${feedCss.pictures} ${layout}`} onErrorCapture={onBroken}>
      {shown.map((url, at) => {
        const index = from + at;
        const isLarge = shown.length === 1 || (shown.length === 3 && at === 0);
        const picture = (
          <ResponsivePicture
            key={url}
            url={url}
            alt={clubMessages.picture(authorName, index + 1, urls.length)}
            width={isLarge ? 350 : 172}
            height={isLarge ? 240 : 172}
            sizes={isLarge ? "(min-width: 1024px) 700px, 92vw" : "(min-width: 1024px) 350px, 46vw"}
            {...(isFirst && index === 0 && { isFirst })}
          />
        );
        return isPreview ? (
          picture
        ) : (
          <button
            key={url}
            type="button"
            onClick={() => open(index)}
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
