import { PictureViewer } from "../ui/picture-viewer.tsx";
import { words } from "./words.ts";

type ArticleViewerProps = {
  urls: readonly string[];
  /** Whose they are. */
  of: string;
  /** Which one is looked at first. */
  start: number;
  onClose: () => void;
};

/** An article's pictures whole. */
export default function ArticleViewer({ urls, of, start, onClose }: ArticleViewerProps) {
  return (
    <PictureViewer
      title={words.pictures(of)}
      length={urls.length}
      start={start}
      onClose={onClose}
      picture={(at) => <img src={urls[at]} alt={words.picture(of, at + 1, urls.length)} />}
    />
  );
}
