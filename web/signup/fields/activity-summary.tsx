import type { ActivityDetail } from "#contract/activity/activity.ts";
import { formatPeriod } from "../../ui/display/format.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";

/** What one signs up for, small. */
export const ActivitySummary = ({ activity }: { activity: ActivityDetail }) => (
  <div className="card sum">
    <div className="cover">
      <ResponsivePicture url={activity.coverUrl} width={110} height={84} isEager />
    </div>
    <div className="f1">
      <p className="md el2 bs">{activity.title}</p>
      <p className="cap c3 mt1">{formatPeriod(activity.startTime, activity.endTime)}</p>
    </div>
  </div>
);
