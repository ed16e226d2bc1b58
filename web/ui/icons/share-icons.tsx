import { Icon, type IconProps } from "./icon.tsx";

/** Icons of the share sheet (mockup 15-share-poster). */
export const FriendsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.5 4.5c-3.6 0-6.5 2.4-6.5 5.4 0 1.7.9 3.1 2.3 4.1L4.8 16l2.3-1.2c.8.2 1.6.3 2.4.3" />
    <path d="M15.2 9.5c-3.2 0-5.7 2.1-5.7 4.8s2.5 4.8 5.7 4.8c.7 0 1.4-.1 2-.3l2.1 1.1-.5-1.8c1.3-.9 2.1-2.2 2.1-3.8 0-2.7-2.5-4.8-5.7-4.8z" />
  </Icon>
);
export const TimelineIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17z" />
  </Icon>
);
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </Icon>
);
export const SaveIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11M7.5 11 12 15.5l4.5-4.5M5 20h14" />
  </Icon>
);
export const PosterIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5" y="3.5" width="14" height="17" rx="2.5" />
    <path d="m5.500 12 4-3.500 4 3.500 2-1.500 3 2.500M14 17h2M8 17h3" />
  </Icon>
);
