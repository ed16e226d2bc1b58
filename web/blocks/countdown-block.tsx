import { useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { BlockOf } from "#contract/blocks/blocks.ts";
import { Countdown } from "../ui/display/countdown.tsx";
import { ClockIcon } from "../ui/icons/detail-icons.tsx";
import { blocksMessages } from "./messages.ts";

type CountdownBlockProps = {
  block: BlockOf<"countdown">;
  activity: Pick<ActivityDetail, "startTime" | "endTime" | "serverTime">;
};

function TimeLeft({ end, from }: { end: string; from: string }) {
  const [isOver, setOver] = useState(Date.parse(end) <= Date.parse(from));
  if (isOver) return <span className="t">{blocksMessages.reached}</span>;
  return <Countdown until={end} from={from} onEnd={() => setOver(true)} />;
}

/** Days, hours, minutes and seconds by the server's clock; then the fact that it is time. */
export function CountdownBlock({ block: { title, until }, activity }: CountdownBlockProps) {
  const { startTime, endTime, serverTime } = activity;
  const end = until === "start" ? startTime : until === "end" ? endTime : until;
  return (
    <section className="sect bk">
      <div className="cdbar bk-cd">
        <h2 className="t">
          <ClockIcon size={16} />
          {title}
        </h2>
        {/* While it is composed another end may be chosen: it counts anew. */}
        <TimeLeft key={end} end={end} from={serverTime} />
      </div>
    </section>
  );
}
