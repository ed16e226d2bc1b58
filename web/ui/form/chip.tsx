import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { CloseIcon } from "../icons/common-icons.tsx";
import * as controlsCss from "../styles/controls.module.css";
import * as stateCss from "../styles/state.module.css";

type ChipProps = Omit<ComponentProps<"button">, "className"> & {
  isOn: boolean;
  /** Reaction to a tap before the app's script runs: choose one of a group, or toggle by itself. */
  tap: "choose" | "toggle";
};

/** Filter chip that is on or off. */
export const Chip = ({ isOn, tap, type = "button", ...button }: ChipProps) => (
  <button
    {...button}
    type={type}
    className={controlsCss.chip}
    aria-pressed={isOn}
    data-tap={tap}
    suppressHydrationWarning
  />
);

/** Chip of an active condition; a press removes the condition by its link. */
export const RemovableChip = ({
  label,
  removeLabel,
  ...link
}: LinkProps & { label: string; removeLabel: string }) => (
  <Link replace {...link} className={`${controlsCss.chip} ${stateCss.selected}`} aria-label={removeLabel}>
    {label}
    <CloseIcon size={16} />
  </Link>
);

/** The same without a change of the address. */
export const RemovableChipButton = (props: { label: string; removeLabel: string; onRemove: () => void }) => (
  <button
    type="button"
    className={`${controlsCss.chip} ${stateCss.selected}`}
    aria-label={props.removeLabel}
    onClick={props.onRemove}
    data-tap="press"
    suppressHydrationWarning
  >
    {props.label}
    <CloseIcon size={16} />
  </button>
);
