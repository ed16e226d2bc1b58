import type { BlockOf } from "#contract/blocks/blocks.ts";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { PictureViewer } from "../ui/media/picture-viewer.tsx";

type GalleryPicture = BlockOf<"gallery">["pictures"][number];
type GalleryViewerProps = {
  title: string;
  pictures: readonly GalleryPicture[];
  /** Index of the picture shown first. */
  startIndex: number;
  onClose: () => void;
};

const Large = ({ url, alt }: GalleryPicture) => (
  <ResponsivePicture
    url={url}
    alt={alt}
    width={1000}
    height={667}
    widths={[750, 1000, 1500]}
    sizes="100vw"
    isEager
  />
);

/** Gallery with large pictures and their captions. */
export default function GalleryViewer({ title, pictures, startIndex, onClose }: GalleryViewerProps) {
  return (
    <PictureViewer
      title={title}
      length={pictures.length}
      start={startIndex}
      onClose={onClose}
      picture={(place) => pictures[place] && <Large {...pictures[place]} />}
      caption={(place) => pictures[place]?.caption || pictures[place]?.alt}
    />
  );
}
