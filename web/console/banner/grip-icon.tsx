import { Icon, type IconProps } from "../../ui/icons/icon.tsx";

/** Handle of a row that is dragged. */
export const GripIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" />
  </Icon>
);
