import { classNames } from "../styles/class-names.ts";

/** How full: a thin bar beside a text that says the same, so it is silent itself. */
export const QuotaBar = ({ percent, isHot }: { percent: number; isHot: boolean }) => (
  <progress className={classNames("quota", isHot && "hot")} value={percent} max={100} aria-hidden="true" />
);
