import type { ActivityDetail } from "#contract/activity.ts";
import { useKocStanding } from "../platform/use-koc-standing.ts";
import { ButtonLink } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { KocCard } from "../ui/koc-card.tsx";
import { words } from "./detail-words.ts";

/** The way to the activity's KOC programme, with how the person stands (requirement M06, mockup 06-online-detail). */
export function KocSection({ activity: { activityId, koc } }: { activity: ActivityDetail }) {
  const { standing } = useKocStanding(activityId, koc !== undefined);
  if (koc === undefined) return null;
  const status = standing?.status ?? 0;
  const { states, apply, look, left } = words.koc;
  return (
    <section className="sect">
      <KocCard title={koc.slogan}>
        <span className="cap">{status === 0 ? left(formatCount(koc.remaining)) : states[status]}</span>
        <ButtonLink size="small" to={`/koc/${activityId}`} prefetch="intent">
          {status === 0 && koc.remaining > 0 ? apply : look}
        </ButtonLink>
      </KocCard>
    </section>
  );
}
