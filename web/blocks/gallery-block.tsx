import { lazy, Suspense, useState } from "react";
import type { BlockOf } from "#contract/blocks/blocks.ts";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { TitledCard } from "./titled-card.tsx";
import { blocksMessages } from "./messages.ts";
import * as blocksCss from "./blocks.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const GalleryViewer = lazy(() => import("./gallery-viewer.tsx"));

/** Strip of pictures; a tapped one opens large. */
export function GalleryBlock({ block: { title, pictures } }: { block: BlockOf<"gallery"> }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  return (
    <TitledCard title={title}>
      <ul className={blocksCss.strip}>
        {pictures.map(({ url, alt, caption }, place) => (
          <li key={url}>
            <button type="button" aria-label={blocksMessages.open(alt)} onClick={() => setOpenIndex(place)}>
              <ResponsivePicture url={url} width={240} height={160} />
            </button>
            {caption !== "" && (
              <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop1}`}>{caption}</p>
            )}
          </li>
        ))}
      </ul>
      {openIndex !== null && (
        <Suspense>
          <GalleryViewer
            title={title ?? blocksMessages.gallery}
            pictures={pictures}
            startIndex={openIndex}
            onClose={() => setOpenIndex(null)}
          />
        </Suspense>
      )}
    </TitledCard>
  );
}
