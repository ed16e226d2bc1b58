import { Icon, type IconProps } from "../../ui/icons/icon.tsx";
import * as iconCss from "../../ui/styles/icon.module.css";

export const LikeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 11 11 4.5c1.8 0 2.6 1.2 2.2 3L12.6 10h5.2a1.7 1.7 0 0 1 1.7 2.1l-1.4 6a1.7 1.7 0 0 1-1.7 1.4H7.5zM4 11h3.5v8.5H4z" />
  </Icon>
);
export const LikedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path
      className={iconCss.filled}
      d="M8.3 10.7 11.5 4.2c1.8 0 2.5 1.4 2.1 3.2L13 9.8h4.8a1.8 1.8 0 0 1 1.8 2.2l-1.4 6.2a1.8 1.8 0 0 1-1.8 1.5H8.3zM3.8 10.7h3v9h-3z"
    />
  </Icon>
);
export const CommentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 5.5h15v11h-8L7 20v-3.5H4.5z" />
  </Icon>
);
/** An eye, crossed out unless it is open. */
export const HiddenIcon = ({ isOpen, ...props }: IconProps & { isOpen: boolean }) => (
  <Icon {...props}>
    <path d="M3.5 12S6.6 6.5 12 6.5s8.5 5.5 8.5 5.5-3.1 5.5-8.5 5.5S3.5 12 3.5 12z" />
    <circle cx="12" cy="12" r="2.5" />
    {!isOpen && <path d="m5 19 14-14" />}
  </Icon>
);
export const PenIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 19 .8-3.8L15.5 5.5l3 3L8.8 18.2zM13.5 7.5l3 3" />
  </Icon>
);
export const MoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="6" cy="12" r="1.5" className={iconCss.filled} />
    <circle cx="12" cy="12" r="1.5" className={iconCss.filled} />
    <circle cx="18" cy="12" r="1.5" className={iconCss.filled} />
  </Icon>
);
