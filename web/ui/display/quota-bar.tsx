import { classNames } from "../styles/class-names.ts";
import * as contentCss from "../styles/content.module.css";

/** How full: a thin bar beside a text that says the same, so it is silent itself. */
export const QuotaBar = ({ percent, isHot }: { percent: number; isHot: boolean }) => (
  <progress
    className={classNames(contentCss.quota, isHot && contentCss.nearlyFull)}
    value={percent}
    max={100}
    aria-hidden="true"
  />
);
