import { useQuery } from "@tanstack/react-query";
import type { KocDetail } from "#contract/console/koc/applications.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { Timeline } from "../kit/display/timeline.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay, useSession } from "../shell/index.ts";
import { kocKeys, loadKoc, type KocReview } from "./api.ts";
import { KocActions } from "./koc-actions.tsx";
import { KocBadge } from "./koc-badge.tsx";
import { kocPageMessages } from "./messages.ts";

const { panel: texts, columns: labels, noun, title, helped } = kocPageMessages;

const KocFacts = ({ application }: Pick<KocDetail, "application">) => (
  <FactList
    facts={[
      [
        labels.mobile,
        application.mobile === null ? null : (
          <span key="mobile" data-private>
            {application.mobile}
          </span>
        ),
      ],
      [labels.activity, application.activityTitle],
      [labels.helpers, helped(application.helpers, application.goal)],
      [labels.places, application.placesLeft],
      [labels.applied, formatDateTime(application.appliedTime)],
      [texts.reviewed, application.reviewedTime === null ? null : formatDateTime(application.reviewedTime)],
      [texts.reason, application.reason],
    ]}
  />
);

type KocPanelProps = {
  kocId: string;
  onReviewed: (review: KocReview) => Promise<void>;
  onClose: () => void;
};
/** One application with the friends who helped, and its decision. */
export function KocPanel({ kocId, onReviewed, onClose }: KocPanelProps) {
  const { operatorId } = useSession().operator;
  const canReview = useMay("koc.review");
  const query = useQuery({ queryKey: kocKeys.detail(kocId), queryFn: () => loadKoc(kocId) });
  const application = query.data?.application;
  return (
    <SidePanel
      title={application?.nickname ?? title}
      badge={application && <KocBadge state={application.state} />}
      {...(application && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      {...(canReview &&
        application?.state === "waiting" && {
          footer: <KocActions selection={{ ids: [kocId] }} onReviewed={onReviewed} />,
        })}
      onClose={onClose}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} thing={{ noun, list: "/koc" }}>
        {({ application: shown, evidence }) => (
          <>
            <KocFacts application={shown} />
            <section>
              <h3>{texts.evidence}</h3>
              {evidence.length === 0 ? (
                <p className={utilityCss.secondary}>{texts.noEvidence}</p>
              ) : (
                <Timeline
                  entries={evidence.map(({ kind, name, time }, index) => ({
                    key: `${index} ${time}`,
                    title: texts.kinds[kind],
                    detail: <span data-private>{name}</span>,
                    time,
                  }))}
                />
              )}
            </section>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
