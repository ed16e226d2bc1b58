import type { ReactNode } from "react";
import * as iconCss from "../styles/icon.module.css";

export type IconProps = {
  /** Edge in px: 16, 20, 24 (as drawn) or 32. */
  size?: 16 | 20 | 24 | 32;
};

const classes = {
  16: `${iconCss.icon} ${iconCss.small}`,
  20: `${iconCss.icon} ${iconCss.medium}`,
  24: iconCss.icon,
  32: `${iconCss.icon} ${iconCss.large}`,
};

/** Frame of every icon: a 24 px grid with strokes in the text's colour, hidden from screen readers. */
export const Icon = ({ size = 24, children }: IconProps & { children: ReactNode }) => (
  <svg className={classes[size]} viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
);
