import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type TagKind = "soon" | "live" | "full" | "ended" | "hot" | "brand" | "err" | "mute" | "wait";
const ring = "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1";
/** A status is never told by its colour alone (requirement C29); drawn in place, since a mask is a document of its own. */
const icons: Partial<Record<TagKind, string>> = {
  soon: `${ring}M6 3v3.2l2 1.2`,
  live: `${ring}M5.5 5v2L7.1 6z`,
  full: `${ring}M2.6 2.6l6.8 6.8`,
  ended: `${ring}M3.6 6.2l1.7 1.7 3.2-3.6`,
  // A place in the queue is not a full activity: an hourglass.
  wait: "M2.5 1.2h7M2.5 10.8h7M3.4 1.2C3.4 4 6 4.4 6 6s-2.6 2-2.6 4.8M8.6 1.2C8.6 4 6 4.4 6 6s2.6 2 2.6 4.8",
};

/** A tag; a status has an icon before its word. */
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
    <span className={classes("tag", kind, isOnPicture && "img")}>
      {icon !== undefined && (
        <svg className="d" viewBox="0 0 12 12" aria-hidden="true">
          <path d={icon} />
        </svg>
      )}
      {children}
    </span>
  );
}
