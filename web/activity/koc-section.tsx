import type { ActivityDetail } from "#contract/activity.ts";
import { useKocStanding } from "../platform/use-koc-standing.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { KocCard } from "../ui/koc-card.tsx";
import { words } from "./detail-words.ts";

type KocSectionProps = { activity: ActivityDetail; onInvite: () => void };

/** The way to the activity's KOC programme, with how the person stands (requirement M06, mockup 06-online-detail). */
export function KocSection({ activity: { activityId, koc }, onInvite }: KocSectionProps) {
  const { standing } = useKocStanding(activityId, koc !== undefined);
  if (koc === undefined) return null;
  const { status = 0, helpers = 0 } = standing ?? {};
  const { states, apply, look, left, missing, invite } = words.koc;
  const isInReview = status === 1;
  const lacking = koc.goal - helpers;
  return (
    <section className="sect">
      <KocCard title={koc.slogan} {...(isInReview && { progress: { done: helpers, goal: koc.goal } })}>
        <span className="cap">
          {status === 0
            ? left(formatCount(koc.remaining))
            : isInReview && lacking > 0
              ? missing(lacking)
              : states[status]}
        </span>
        <span className="row g2">
          {isInReview && lacking > 0 && (
            <Button size="small" onClick={onInvite}>
              {invite}
            </Button>
          )}
          <ButtonLink size="small" to={`/koc/${activityId}`} prefetch="intent">
            {status === 0 && koc.remaining > 0 ? apply : look}
          </ButtonLink>
        </span>
      </KocCard>
    </section>
  );
}
