import type { ReactNode } from "react";

export type IconProps = {
  /** Edge in px: 16, 20, 24 (as drawn) or 32. */
  size?: 16 | 20 | 24 | 32;
};

const classes = { 16: "i s", 20: "i m", 24: "i", 32: "i l" } as const;

/** Frame of every icon: a 24 px grid, drawn in strokes of the text's colour, silent to screen readers. */
export const Icon = ({ size = 24, children }: IconProps & { children: ReactNode }) => (
  <svg className={classes[size]} viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
);
