import { Icon, type IconProps } from "./icon.tsx";
import * as iconCss from "../styles/icon.module.css";

/** Icons of detail pages: none is needed on the first screens of index and list. */
export const HeartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20z" />
  </Icon>
);
export const HeartFilledIcon = (props: IconProps) => (
  <Icon {...props}>
    <path
      className={iconCss.filled}
      d="M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20z"
    />
  </Icon>
);
export const ShareIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15V4M8 7.5 12 3.5l4 4" />
    <path d="M7 11H5.5v9h13v-9H17" />
  </Icon>
);
export const ClockIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);
export const TicketIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7.5A1.5 1.5 0 0 1 5.5 6h13A1.5 1.5 0 0 1 20 7.5V10a2 2 0 0 0 0 4v2.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5V14a2 2 0 0 0 0-4z" />
    <path d="M14 6.5v2M14 11v2M14 15.5v2" />
  </Icon>
);
export const CarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 16.5v-3.7l1.5-1 1.7-4.3A2 2 0 0 1 9 6.2h6a2 2 0 0 1 1.8 1.3l1.7 4.3 1.5 1v3.7" />
    <path d="M3.8 16.5h16.4v2.3h-3v-2.3M6.8 16.5v2.3h-3M5.5 11.8h13" />
    <path d="M7.2 14.2h1.6M15.2 14.2h1.6" />
  </Icon>
);
export const PhoneIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3A2 2 0 0 1 18 20C10.5 20 4 13.5 4 6a2 2 0 0 1 2-2z" />
  </Icon>
);
export const QrIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="4" width="6" height="6" rx="1" />
    <rect x="14" y="4" width="6" height="6" rx="1" />
    <rect x="4" y="14" width="6" height="6" rx="1" />
    <path d="M14 14h2.5v2.5M20 14v2M14 20h2M18.5 18.5H20V20" />
  </Icon>
);
export const NavigateIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 4 4 11l7 2 2 7z" />
  </Icon>
);
