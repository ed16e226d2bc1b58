import type { ActivityDetail } from "#contract/activity.ts";
import { useKocStanding } from "../platform/use-koc-standing.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatCount } from "../ui/format.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { KocCard } from "../ui/koc-card.tsx";
import { words } from "./detail-words.ts";

type KocSectionProps = { activity: ActivityDetail; onInvite: () => void };

/** The way to the activity's KOC programme, with how the person stands (requirement M06, mockup 06-online-detail). */
export function KocSection({ activity: { activityId, koc }, onInvite }: KocSectionProps) {
  const { phase, standing } = useKocStanding(activityId, koc !== undefined);
  const isHydrated = useHydrated();
  if (koc === undefined) return null;
  const { status = 0, helpers = 0 } = standing ?? {};
  const { states, apply, look, left, missing, invite } = words.koc;
  // Nothing is offered before it is known how somebody stands.
  const held = isHydrated ? phase === "asking" && "asking" : "till-known";
  const isInReview = status === 1;
  const lacking = koc.goal - helpers;
  return (
    <section className="sect">
      <KocCard title={koc.slogan} {...(isInReview && { progress: { done: helpers, goal: koc.goal } })}>
        <span className={classes("cap", held)}>
          {status === 0
            ? left(formatCount(koc.remaining))
            : isInReview && lacking > 0
              ? missing(lacking)
              : states[status]}
        </span>
        <span className={classes("row g2", held)}>
          {isInReview && lacking > 0 && (
            <Button size="small" onClick={onInvite}>
              {invite}
            </Button>
          )}
          <ButtonLink size="small" to={`/koc/${activityId}`} prefetch="intent">
            {status === 0 && phase !== "failed" && koc.remaining > 0 ? apply : look}
          </ButtonLink>
        </span>
      </KocCard>
    </section>
  );
}
