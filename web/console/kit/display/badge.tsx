import type { ReactNode } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as displayCss from "./display.module.css";

/** Tone of a state: it never stands alone, the text says the same. */
export type Tone = "mute" | "info" | "ok" | "warn" | "error" | "accent" | "brand";
const tones: Readonly<Record<Tone, string | null>> = {
  mute: null,
  info: displayCss.info,
  ok: displayCss.ok,
  warn: displayCss.warn,
  error: displayCss.error,
  accent: displayCss.accent,
  brand: displayCss.brand,
};
export const toneClass = (tone: Tone): string | null => tones[tone];

type BadgeProps = {
  tone?: Tone;
  /** A dot before the text, for states that go on. */
  hasDot?: boolean;
  children: ReactNode;
};
/** State of a row or thing. */
export const Badge = ({ tone = "mute", hasDot = false, children }: BadgeProps) => (
  <span className={classNames(displayCss.badge, tones[tone])}>
    {hasDot && <span className={displayCss.dot} aria-hidden="true" />}
    {children}
  </span>
);

/** First character of a name in a disc; decoration beside the name. */
export const Initial = ({ name, isLarge = false }: { name: string; isLarge?: boolean }) => (
  <span className={classNames(displayCss.avatar, isLarge && displayCss.large)} aria-hidden="true">
    {[...name][0] ?? ""}
  </span>
);

/** Share of a whole as a bar; the figures stand beside it. @param value from 0 to `max` */
export const ShareBar = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <progress className={displayCss.bar} aria-label={label} value={value} max={Math.max(1, max)} />
);
