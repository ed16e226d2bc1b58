import { Icon, type IconProps } from "./icon.tsx";

// Icons of the activity types, apart from the other icons, since only the index page loads them.

export const WheelIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <circle cx="12" cy="12" r="2.2" />
    <path d="M3.7 10.5c5-1.5 11.6-1.5 16.6 0M10.8 14l-1.5 6M13.2 14l1.5 6" />
  </Icon>
);
export const WrenchIcon = (props: IconProps) => (
  <Icon {...props}>
    <path
      d="M14.5 6.5a4.2 4.2 0 0 1 5.3-1.2l-2.7 2.7 1 2.4 2.3.9 1.1-1.2a4.2 4.2 0 0 1-6 4.6L9 21.2a2.2 2.2 0 0 1-3.1-3.1z"
      transform="translate(-1.5 -1)"
    />
  </Icon>
);
export const FlagIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 21V4c4-2 7 2 12 0v9c-5 2-8-2-12 0" />
  </Icon>
);
