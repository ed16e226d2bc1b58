import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "../styles/class-names.ts";
import * as controlsCss from "../styles/controls.module.css";
import * as frameCss from "../styles/frame.module.css";

/** One primary button per screen (design guide section 1); accent only for urgency or money. */
export type ButtonLook = "primary" | "tonal" | "outline" | "quiet" | "accent" | "danger";
const looks = {
  primary: controlsCss.primary,
  tonal: controlsCss.tonal,
  outline: controlsCss.outline,
  quiet: controlsCss.quiet,
  accent: controlsCss.accent,
  danger: controlsCss.error,
};

type Shape = {
  look?: ButtonLook;
  /** 48, 44 or 32 px high; the touch target is at least 44 px. */
  size?: "regular" | "small" | "tiny";
  isWide?: boolean;
};
const sizes = { regular: null, small: controlsCss.small, tiny: controlsCss.tiny };
const classOf = ({ look = "primary", size = "regular", isWide }: Shape, more?: string) =>
  classNames(controlsCss.button, looks[look], sizes[size], isWide && controlsCss.wide, more);

export type ButtonProps = Shape & {
  /** Shows a spinner before the text and ignores presses. */
  isBusy?: boolean;
} & ComponentProps<"button">;

/** Button, by default not a submit button. */
export function Button({ look, size, isWide, isBusy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ ...shape(look, size, isWide) }, className)}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true })}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

/** Link that looks like a button. */
export function ButtonLink({ look, size, isWide, className, ...rest }: Shape & LinkProps) {
  return <Link {...rest} className={classOf(shape(look, size, isWide), className)} />;
}

function shape(look: Shape["look"], size: Shape["size"], isWide: boolean | undefined): Shape {
  return { ...(look && { look }), ...(size && { size }), ...(isWide && { isWide }) };
}

export const Spinner = () => <span className={controlsCss.spinner} aria-hidden="true" />;

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Accessible name; there is no other text. */
  label: string;
  icon: ReactNode;
  /** For use on a picture: white icon on a dark translucent disc. */
  isGlass?: boolean;
};

/** Round 44 px button with only an icon. */
export const IconButton = ({ label, icon, isGlass, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(frameCss.iconButton, isGlass && frameCss.glass, className)}
    aria-label={label}
  >
    {icon}
  </button>
);
