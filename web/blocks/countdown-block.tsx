import { useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { BlockOf } from "#contract/blocks/blocks.ts";
import { Countdown } from "../ui/display/countdown.tsx";
import { ClockIcon } from "../ui/icons/detail-icons.tsx";
import { blocksMessages } from "./messages.ts";
import * as blocksCss from "./blocks.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as detailCss from "../ui/styles/detail.module.css";

type CountdownBlockProps = {
  block: BlockOf<"countdown">;
  activity: Pick<ActivityDetail, "startTime" | "endTime" | "serverTime">;
};

function TimeLeft({ end, from }: { end: string; from: string }) {
  const [isOver, setOver] = useState(Date.parse(end) <= Date.parse(from));
  if (isOver) return <span className={detailCss.countdownLabel}>{blocksMessages.reached}</span>;
  return <Countdown until={end} from={from} onEnd={() => setOver(true)} />;
}

/**
 * Countdown in days, hours, minutes and seconds by the server's clock, then a text that the time has come.
 */
export function CountdownBlock({ block: { title, until }, activity }: CountdownBlockProps) {
  const { startTime, endTime, serverTime } = activity;
  const end = until === "start" ? startTime : until === "end" ? endTime : until;
  return (
    <section className={`${contentCss.panel} ${blocksCss.block}`}>
      <div className={`${detailCss.countdownBar} ${blocksCss.countdown}`}>
        <h2 className={detailCss.countdownLabel}>
          <ClockIcon size={16} />
          {title}
        </h2>
        {/* The key restarts the countdown when another end is chosen in the composer. */}
        <TimeLeft key={end} end={end} from={serverTime} />
      </div>
    </section>
  );
}
