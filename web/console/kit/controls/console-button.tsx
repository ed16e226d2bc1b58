import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as controlsCss from "./controls.module.css";

const looks = {
  primary: controlsCss.primary,
  outline: controlsCss.outline,
  quiet: controlsCss.quiet,
  danger: controlsCss.danger,
  dangerOutline: controlsCss.dangerOutline,
};
type ButtonShape = {
  /** One primary button in each of page, panel and dialog; danger for what cannot be taken back. */
  look?: keyof typeof looks;
  /** 32 instead of 40 px. */
  isSmall?: boolean;
  isWide?: boolean;
};
const classOf = ({ look = "outline", isSmall, isWide }: ButtonShape): string =>
  classNames(
    controlsCss.button,
    looks[look],
    isSmall === true && controlsCss.small,
    isWide === true && controlsCss.wide,
  );

type ConsoleButtonProps = ButtonShape &
  Omit<ComponentProps<"button">, "className"> & {
    /** Shows a spinner before the text and ignores presses. */
    isBusy?: boolean;
  };

/** Button of the console: 40 or 32 px, by default not a submit button. */
export function ConsoleButton({
  look = "outline",
  isSmall = false,
  isWide = false,
  isBusy = false,
  children,
  onClick,
  ...rest
}: ConsoleButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ look, isSmall, isWide })}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true })}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span className={controlsCss.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Link that looks like a button. */
export const ConsoleLink = ({
  look = "outline",
  isSmall = false,
  isWide = false,
  ...rest
}: ButtonShape & Omit<LinkProps, "className">) => (
  <Link {...rest} className={classOf({ look, isSmall, isWide })} />
);

type ToolButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label" | "className"> & {
  /** Accessible name; there is no other text. */
  label: string;
  icon: ReactNode;
  isSmall?: boolean;
};
/** Square button of 36 or 28 px with an icon. */
export const ToolButton = ({ label, icon, isSmall = false, ...rest }: ToolButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    className={classNames(controlsCss.tool, isSmall && controlsCss.small)}
    aria-label={label}
  >
    {icon}
  </button>
);

/** Name of a key. */
export const KeyCap = ({ children }: { children: ReactNode }) => (
  <kbd className={controlsCss.key}>{children}</kbd>
);
