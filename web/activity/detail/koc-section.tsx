import type { ActivityDetail } from "#contract/activity/activity.ts";
import { useKocStatus } from "../../platform/activity/use-koc-status.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { formatCount } from "../../ui/display/format.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { KocCard } from "../../ui/display/koc-card.tsx";
import { detailMessages } from "./detail-messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type KocSectionProps = { activity: ActivityDetail; onInvite: () => void };

/** KOC programme of the activity with the person's status (requirement M06, mockup 06-online-detail). */
export function KocSection({ activity: { activityId, koc }, onInvite }: KocSectionProps) {
  const { phase, application } = useKocStatus(activityId, koc !== undefined);
  const isHydrated = useHydrated();
  if (koc === undefined) return null;
  const { status = 0, helpers = 0 } = application ?? {};
  const { states, apply, look, left, missing, invite } = detailMessages.koc;
  // Actions stay hidden until the person's status is known.
  const held = isHydrated ? phase === "loading" && stateCss.pending : stateCss.untilKnown;
  const isInReview = status === 1;
  const lacking = koc.goal - helpers;
  return (
    <section className={contentCss.panel}>
      <KocCard title={koc.slogan} {...(isInReview && { progress: { done: helpers, goal: koc.goal } })}>
        <span className={classNames(textCss.caption, held)}>
          {status === 0
            ? left(formatCount(koc.remaining))
            : isInReview && lacking > 0
              ? missing(lacking)
              : states[status]}
        </span>
        <span className={classNames(`${layoutCss.row} ${layoutCss.gap2}`, held)}>
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
