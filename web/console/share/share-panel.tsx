import { useQuery } from "@tanstack/react-query";
import type { ShareRow } from "#contract/console/content/shares.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { Timeline } from "../kit/display/timeline.tsx";
import { ConsoleLink } from "../kit/controls/console-button.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useSession } from "../shell/index.ts";
import { loadHelpers, shareKeys } from "./api.ts";
import { sharePageMessages as texts } from "./messages.ts";

const { columns: labels } = texts;

const ShareFacts = ({ share }: { share: ShareRow }) => (
  <FactList
    facts={[
      [labels.activity, share.activityTitle],
      [labels.created, formatDateTime(share.createdTime)],
      [labels.opens, share.opens],
      [labels.helps, share.helps],
      [labels.signUps, share.signUps],
      [labels.leads, share.leads],
      [labels.helpers, share.helpers],
    ]}
  />
);

/** One sharer's link of an activity, with the last who came by it. */
export function SharePanel({ shareId, onClose }: { shareId: string; onClose: () => void }) {
  const { operatorId } = useSession().operator;
  const query = useQuery({ queryKey: shareKeys.helpers(shareId), queryFn: () => loadHelpers(shareId) });
  const share = query.data?.share;
  return (
    <SidePanel
      title={share?.nickname ?? texts.noun}
      subtitle={share?.mobile ?? undefined}
      {...(share && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      {...(share && {
        footer: (
          <ConsoleLink isWide to={`/activities/${share.activityId}`}>
            {labels.activity}
          </ConsoleLink>
        ),
      })}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: texts.noun, list: "/shares" }}
      >
        {({ share: shown, helpers }) => (
          <>
            <ShareFacts share={shown} />
            <section>
              <h3>{texts.panel.helpers}</h3>
              {helpers.length === 0 ? (
                <p className={utilityCss.secondary}>{texts.panel.none}</p>
              ) : (
                <Timeline
                  entries={helpers.map(({ kind, name, time }, index) => ({
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
