import { PictureViewer } from "../../ui/media/picture-viewer.tsx";
import { clubMessages } from "../messages.ts";

type ArticlePictureViewerProps = {
  urls: readonly string[];
  of: string;
  /** Index of the picture that is shown first. */
  start: number;
  onClose: () => void;
};

/** Full-screen viewer of an article's pictures. */
export default function ArticlePictureViewer({ urls, of, start, onClose }: ArticlePictureViewerProps) {
  return (
    <PictureViewer
      title={clubMessages.pictures(of)}
      length={urls.length}
      start={start}
      onClose={onClose}
      picture={(at) => <img src={urls[at]} alt={clubMessages.picture(of, at + 1, urls.length)} />}
    />
  );
}
