import { PictureViewer } from "../../ui/media/picture-viewer.tsx";
import { clubMessages } from "../messages.ts";

type ArticlePictureViewerProps = {
  urls: readonly string[];
  /** Whose they are. */
  of: string;
  /** Which one is looked at first. */
  start: number;
  onClose: () => void;
};

/** An article's pictures whole. */
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
