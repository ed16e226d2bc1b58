import { PersonIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as clubCss from "../club.module.css";

const sizes = {
  28: clubCss.size28,
  32: clubCss.size32,
  36: clubCss.size36,
  40: clubCss.size40,
  72: clubCss.size72,
};

/** Picture of a member, or a placeholder; decorative, since the name is beside it. @param size px */
export const Avatar = ({ url, size }: { url: string | null; size: 28 | 32 | 36 | 40 | 72 }) => (
  <span className={`${clubCss.avatar} ${sizes[size]}`}>
    {url === null || url === "" ? (
      <PersonIcon size={size > 32 ? 24 : 20} />
    ) : (
      <ResponsivePicture url={url} width={size} height={size} />
    )}
  </span>
);
