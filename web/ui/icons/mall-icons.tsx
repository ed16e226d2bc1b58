import { Icon, type IconProps } from "./icon.tsx";

/** Icons of the mall. */
export const CartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 4.5h2.2l2 10.2a1.5 1.5 0 0 0 1.5 1.2h8.1a1.5 1.5 0 0 0 1.5-1.2L19.8 8H6" />
    <circle cx="9.3" cy="19.3" r="1.2" />
    <circle cx="16.6" cy="19.3" r="1.2" />
  </Icon>
);
export const FilterIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7h16M7 12h10M10 17h4" />
  </Icon>
);
export const TrashIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12a1.5 1.5 0 0 0 1.5 1.4h5.4a1.5 1.5 0 0 0 1.5-1.4L17 7" />
    <path d="M10.5 11v5.5M13.5 11v5.5" />
  </Icon>
);
export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 6v12M6 12h12" />
  </Icon>
);
export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 12h12" />
  </Icon>
);
export const BoltIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13 3 5.5 13.5H11L10 21l7.8-10.8h-5.6z" />
  </Icon>
);
export const TruckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6.5h11v10H3zM14 10h3.8l3.2 3.4v3.1h-7" />
    <circle cx="7.3" cy="17.8" r="1.7" />
    <circle cx="17" cy="17.8" r="1.7" />
  </Icon>
);
