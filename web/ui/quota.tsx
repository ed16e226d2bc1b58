import { classes } from "./classes.ts";

/** How full: a thin bar beside a text that says the same, so it is silent itself. */
export const Quota = ({ percent, isHot }: { percent: number; isHot: boolean }) => (
  <progress className={classes("quota", isHot && "hot")} value={percent} max={100} aria-hidden="true" />
);
