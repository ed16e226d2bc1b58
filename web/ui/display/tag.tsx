import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import * as controlsCss from "../styles/controls.module.css";
import * as stateCss from "../styles/state.module.css";

const looks: Readonly<Record<TagKind, string | null>> = {
  soon: controlsCss.soon,
  live: controlsCss.live,
  full: controlsCss.full,
  ended: controlsCss.ended,
  hot: controlsCss.hot,
  brand: controlsCss.brand,
  err: controlsCss.error,
  mute: null,
  wait: stateCss.waiting,
};

export type TagKind = "soon" | "live" | "full" | "ended" | "hot" | "brand" | "err" | "mute" | "wait";
/**
 * Icons of the statuses, drawn inside the ring of the style sheet: a status never depends on colour alone
 * (requirement C29).
 */
const icons: Partial<Record<TagKind, string>> = {
  soon: "M6 3v3.2l2 1.2",
  live: "M5.5 5v2L7.1 6z",
  full: "M2.6 2.6l6.8 6.8",
  ended: "M3.6 6.2l1.7 1.7 3.2-3.6",
};
/** Inline SVG, since a CSS mask would be a separate document to load. */
export const TagIcon = ({ path }: { path: string }) => (
  <svg className={controlsCss.tagIcon} viewBox="0 0 12 12" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** Tag with a text; a status also has an icon. */
export function Tag({
  kind,
  isOnPicture,
  children,
}: {
  kind: TagKind;
  isOnPicture?: boolean;
  children: ReactNode;
}) {
  const icon = icons[kind];
  return (
    <span className={classNames(controlsCss.tag, looks[kind], isOnPicture && controlsCss.onPicture)}>
      {icon && <TagIcon path={icon} />}
      {children}
    </span>
  );
}
