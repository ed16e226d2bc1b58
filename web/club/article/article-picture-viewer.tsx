import { fittedPictureUrl } from "../../platform/picture/fitted-picture-url.ts";
import { PictureViewer } from "../../ui/media/picture-viewer.tsx";
import { clubMessages } from "../messages.ts";

type ArticlePictureViewerProps = {
  urls: readonly string[];
  authorName: string;
  /** Index of the picture that is shown first. */
  start: number;
  onClose: () => void;
};

/** Longest side of a picture that fills a screen and may be enlarged, px. */
const VIEWER_SIDE = 2000;

/** Full-screen viewer of an article's pictures. */
export default function ArticlePictureViewer({
  urls,
  authorName,
  start,
  onClose,
}: ArticlePictureViewerProps) {
  return (
    <PictureViewer
      title={clubMessages.pictures(authorName)}
      length={urls.length}
      start={start}
      onClose={onClose}
      picture={(at) => (
        <img
          src={fittedPictureUrl(urls[at] ?? "", VIEWER_SIDE)}
          alt={clubMessages.picture(authorName, at + 1, urls.length)}
        />
      )}
    />
  );
}
