import { useId } from "react";
import { formatShort } from "#contract/core/date-text.ts";
import * as displayCss from "./display.module.css";

/**
 * Faint id of the operator over people's data, so that a photograph of the screen tells its origin. The parent has
 * `position: relative`.
 * @param shownAt ms since the epoch
 */
export function Watermark({ operatorId, shownAt }: { operatorId: string; shownAt: number }) {
  const pattern = useId();
  return (
    <svg className={displayCss.watermark} aria-hidden="true">
      <pattern id={pattern} width="200" height="120" patternUnits="userSpaceOnUse">
        <text x="12" y="86" transform="rotate(-20 100 60)">
          {`op-${operatorId.slice(-6)} ${formatShort(shownAt)}`}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  );
}
