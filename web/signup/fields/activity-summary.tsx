import type { ActivityDetail } from "#contract/activity/activity.ts";
import { formatPeriod } from "#contract/core/date-text.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as signUpCss from "../register/sign-up.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Summary of the activity above the form. */
export const ActivitySummary = ({ activity }: { activity: ActivityDetail }) => (
  <div className={`${contentCss.card} ${signUpCss.summary}`}>
    <div className={contentCss.cover}>
      <ResponsivePicture url={activity.coverUrl} width={110} height={84} isEager />
    </div>
    <div className={layoutCss.grow}>
      <p className={`${textCss.medium} ${textCss.twoLines} ${textCss.small}`}>{activity.title}</p>
      <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop1}`}>
        {formatPeriod(activity.startTime, activity.endTime)}
      </p>
    </div>
  </div>
);
