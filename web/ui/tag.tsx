import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type TagKind = "soon" | "live" | "full" | "ended" | "hot" | "brand" | "err" | "mute" | "wait";
const hasDot: Partial<Record<TagKind, true>> = { soon: true, live: true, full: true, ended: true };

/** A tag; a status (requirement C29) has a dot before its word, so that colour is never alone. */
export const Tag = ({
  kind,
  isOnPicture,
  children,
}: {
  kind: TagKind;
  isOnPicture?: boolean;
  children: ReactNode;
}) => (
  <span className={classes("tag", kind, isOnPicture && "img")}>
    {hasDot[kind] && <span className="d" />}
    {children}
  </span>
);
