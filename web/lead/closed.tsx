import type { ActivityDetail } from "#contract/activity.ts";
import { ButtonLink } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Empty } from "../ui/states.tsx";
import { laterWords } from "./later-words.ts";

type ClosedProps = {
  activity: Pick<ActivityDetail, "activityType" | "status" | "startTime" | "signUpStartTime">;
};

/** In the form's place while no leads are taken: when that begins, or where else to look. */
export default function Closed({ activity }: ClosedProps) {
  const { activityType, status, startTime, signUpStartTime } = activity;
  const { soon, ended } = laterWords.closed;
  if (status !== 1)
    return (
      <Empty {...ended}>
        <ButtonLink to={`/list?activityType=${activityType}`}>{laterWords.others}</ButtonLink>
      </Empty>
    );
  // The window that the status follows: an online campaign's own, an offline activity's sign-up's (K09, K10).
  const opens = activityType === "online" ? startTime : signUpStartTime;
  return <Empty title={soon.title} text={soon.text(formatMoment(opens))} />;
}
