import { lazy, Suspense, useState } from "react";
import type { BlockOf } from "#contract/blocks.ts";
import { Picture } from "../ui/picture.tsx";
import { Headed } from "./headed.tsx";
import { words } from "./words.ts";

const GalleryViewer = lazy(() => import("./gallery-viewer.tsx"));

/** Pictures in a strip; one that is tapped opens large. */
export function GalleryBlock({ block: { title, pictures } }: { block: BlockOf<"gallery"> }) {
  const [at, setAt] = useState<number | null>(null);
  return (
    <Headed title={title}>
      <ul className="bk-strip">
        {pictures.map(({ url, alt, caption }, place) => (
          <li key={url}>
            <button type="button" aria-label={words.open(alt)} onClick={() => setAt(place)}>
              <Picture url={url} width={240} height={160} />
            </button>
            {caption !== "" && <p className="cap c3 mt1">{caption}</p>}
          </li>
        ))}
      </ul>
      {at !== null && (
        <Suspense>
          <GalleryViewer
            title={title ?? words.gallery}
            pictures={pictures}
            at={at}
            onClose={() => setAt(null)}
          />
        </Suspense>
      )}
    </Headed>
  );
}
