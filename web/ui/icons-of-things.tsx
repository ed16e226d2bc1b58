import { Icon, type IconProps } from "./icon.tsx";

/** Icons of things, facts and tools, for detail pages, forms and sheets. */
export const HeartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20z" />
  </Icon>
);
export const HeartFilledIcon = (props: IconProps) => (
  <Icon {...props}>
    <path className="f" d="M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20z" />
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
export const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="9" r="3.5" />
    <path d="M2.8 19.5c.5-3.4 3-5.5 6.2-5.5s5.7 2.1 6.2 5.5M16 6a3.3 3.3 0 0 1 0 6.3M18 14.8c1.8.7 2.9 2.3 3.2 4.7" />
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
export const GiftIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="9" width="16" height="4" />
    <path d="M5.5 13v7.5h13V13M12 9v11.5M12 9C8 9 7 4 9.5 4S12 9 12 9zM12 9c4 0 5-5 2.5-5S12 9 12 9z" />
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
export const LocateIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="6.5" />
    <circle cx="12" cy="12" r="2" className="f" />
    <path d="M12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7" />
  </Icon>
);
export const LockIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" />
  </Icon>
);
export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);
export const NavigateIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 4 4 11l7 2 2 7z" />
  </Icon>
);
export const MobileIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M11 18h2" />
  </Icon>
);
export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const RefreshIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19 8a8 8 0 1 0 1 5M19.5 4v4.5H15" />
  </Icon>
);
export const CameraIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8h3.2l1.6-2.5h6.4L16.8 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z" />
    <circle cx="12" cy="13" r="3.6" />
  </Icon>
);
