import type { ReactNode } from "react";
import { CheckCircleIcon, InfoIcon, WarningIcon } from "../../../ui/icons/common-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { toneClass, type Tone } from "./badge.tsx";
import * as displayCss from "./display.module.css";

type NoteTone = Extract<Tone, "info" | "ok" | "warn" | "error" | "mute">;
const icons: Readonly<Record<NoteTone, ReactNode>> = {
  info: <InfoIcon size={16} />,
  ok: <CheckCircleIcon size={16} />,
  warn: <WarningIcon size={16} />,
  error: <WarningIcon size={16} />,
  mute: <InfoIcon size={16} />,
};

type NoteBarProps = {
  tone?: NoteTone;
  icon?: ReactNode;
  children: ReactNode;
  /** Act at the end of the line. */
  action?: { readonly label: string; readonly onPress: () => void };
};
/** Line with a colour and an icon; a failure is announced at once, everything else politely. */
export const NoteBar = ({ tone = "info", icon, children, action }: NoteBarProps) => (
  <div
    className={classNames(displayCss.note, tone === "mute" ? displayCss.muted : toneClass(tone))}
    role={tone === "error" ? "alert" : "status"}
  >
    {icon ?? icons[tone]}
    <div className={displayCss.noteText}>{children}</div>
    {action && (
      <button type="button" className={displayCss.noteAction} onClick={action.onPress}>
        {action.label}
      </button>
    )}
  </div>
);
