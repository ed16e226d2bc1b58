import { classNames } from "../styles/class-names.ts";
import * as contentCss from "../styles/content.module.css";

/**
 * Thin bar for the share of seats taken; hidden from screen readers because the text beside it says the same.
 */
export const QuotaBar = ({ percent, isHot }: { percent: number; isHot: boolean }) => (
  <progress
    className={classNames(contentCss.quota, isHot && contentCss.nearlyFull)}
    value={percent}
    max={100}
    aria-hidden="true"
  />
);
