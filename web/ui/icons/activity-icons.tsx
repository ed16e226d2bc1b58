import { Icon, type IconProps } from "./icon.tsx";

// Icons that the index page shares with the detail page.

export const ShieldIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5 5 6v5.5c0 4.5 2.9 7.6 7 9 4.1-1.4 7-4.5 7-9V6z" />
    <path d="m8.8 12 2.3 2.3 4.2-4.5" />
  </Icon>
);
export const GiftIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="9" width="16" height="4" />
    <path d="M5.5 13v7.5h13V13M12 9v11.5M12 9C8 9 7 4 9.5 4S12 9 12 9zM12 9c4 0 5-5 2.5-5S12 9 12 9z" />
  </Icon>
);
