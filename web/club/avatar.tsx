import { PersonIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";

/** Somebody's picture, or a stand-in; the name stands beside it. @param size px */
export const Avatar = ({ url, size }: { url: string | null; size: 28 | 32 | 36 | 40 | 72 }) => (
  <span className={`cl-av s${size}`}>
    {url === null || url === "" ? (
      <PersonIcon size={size > 32 ? 24 : 20} />
    ) : (
      <Picture url={url} width={size} height={size} />
    )}
  </span>
);
