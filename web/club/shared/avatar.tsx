import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";

/** Picture of a member, or a placeholder; decorative, since the name is beside it. @param size px */
export const Avatar = ({ url, size }: { url: string | null; size: 28 | 32 | 36 | 40 | 72 }) => (
  <span className={`cl-av s${size}`}>
    {url === null || url === "" ? (
      <PersonIcon size={size > 32 ? 24 : 20} />
    ) : (
      <ResponsivePicture url={url} width={size} height={size} />
    )}
  </span>
);
