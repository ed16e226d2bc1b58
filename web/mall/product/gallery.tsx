import * as productCss from "./product.module.css";
import { lazy, Suspense, useState, type UIEvent } from "react";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { productMessages } from "./product-messages.ts";

const PictureViewer = lazy(() =>
  import("../../ui/media/picture-viewer.tsx").then(({ PictureViewer: Viewer }) => ({ default: Viewer })),
);

/** Pictures of a product: a swipe turns, a press enlarges. */
export function Gallery({ title, images }: { title: string; images: readonly string[] }) {
  const [place, setPlace] = useState(0);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLDivElement>) =>
    setPlace(Math.round(scrollLeft / Math.max(1, clientWidth)));
  return (
    <section className={productCss.gallery} aria-label={productMessages.pictures(title)}>
      <div className={productCss.pictures} onScroll={onScroll} tabIndex={-1}>
        {images.map((url, index) => (
          <button
            key={url}
            type="button"
            aria-label={productMessages.enlarge(index + 1)}
            onClick={() => setEnlarged(index)}
            data-tap="press"
            suppressHydrationWarning
          >
            <ResponsivePicture
              url={url}
              width={390}
              height={390}
              widths={[390, 780, 1170]}
              sizes="(min-width: 1024px) 736px, 100vw"
              {...(index === 0 && { isFirst: true })}
            />
          </button>
        ))}
      </div>
      {images.length > 1 && (
        <span className={productCss.position} aria-hidden="true">
          {productMessages.place(place + 1, images.length)}
        </span>
      )}
      {enlarged !== null && (
        <Suspense>
          <PictureViewer
            title={productMessages.pictures(title)}
            length={images.length}
            start={enlarged}
            onClose={() => setEnlarged(null)}
            picture={(index) => (
              <ResponsivePicture
                url={images[index] ?? ""}
                width={390}
                height={390}
                widths={[780, 1170]}
                sizes="100vw"
              />
            )}
          />
        </Suspense>
      )}
    </section>
  );
}
