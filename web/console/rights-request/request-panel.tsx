import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShownRightsRequest } from "#contract/console/watch/rights-requests.ts";
import { formatDateTime, formatWithYear } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { Timeline } from "../kit/display/timeline.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { loadRequest, requestKeys } from "./api.ts";
import { rightsRequestMessages } from "./messages.ts";
import { RequestActions } from "./request-actions.tsx";
import { IdentifyForm } from "./identify-form.tsx";
import { RequestBadge } from "./request-badge.tsx";
import * as requestCss from "./rights-request.module.css";

const {
  panel: texts,
  steps,
  kinds,
  channels,
  outcomes,
  told,
  overdue,
  daysLeft,
  bySelf,
} = rightsRequestMessages;

const dueWords = ({ state, dueTime, isOverdue, daysLeft: days }: ShownRightsRequest): string => {
  const time = formatWithYear(Date.parse(dueTime) - 1).split(" ")[0] ?? "";
  if (state === "closed") return time;
  return `${time} · ${isOverdue ? overdue : daysLeft(days)}`;
};
function RequestFacts({ request }: { request: ShownRightsRequest }) {
  const { kind, channel, receivedTime, mobile, identifiedHow, words, outcome, state, isOverdue } = request;
  return (
    <FactList
      facts={[
        [texts.kind, kinds[kind]],
        [texts.channel, channels[channel]],
        [texts.received, formatWithYear(receivedTime).split(" ")[0]],
        [
          texts.due,
          <span key="" className={isOverdue && state !== "closed" ? requestCss.overdue : undefined}>
            {dueWords(request)}
          </span>,
        ],
        [
          texts.person,
          mobile === null ? null : (
            <span key="" data-private className={utilityCss.number}>
              {mobile}
              {identifiedHow !== null && (
                <span className={utilityCss.muted}> · {texts.identifiedBy[identifiedHow]}</span>
              )}
            </span>
          ),
        ],
        [
          texts.words,
          words === null ? null : (
            <span key="" data-private>
              {words}
            </span>
          ),
        ],
        [texts.outcome, outcome === null ? null : outcomes[outcome]],
        [texts.told, request.told === null ? null : told[request.told]],
      ]}
    />
  );
}

const RequestSteps = ({ request }: { request: ShownRightsRequest }) => (
  <Timeline
    entries={request.steps.toReversed().map(({ kind, time, by }) => ({
      key: kind,
      title: steps[kind],
      detail: by ?? (kind === "erased" ? bySelf : null),
      time,
      ...(kind === "closed" && { tone: "ok" as const }),
    }))}
  />
);

type PanelProps = { requestId: string; onClose: () => void };
/** One request: facts, way on, steps. */
export function RequestPanel({ requestId, onClose }: PanelProps) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: requestKeys.detail(requestId),
    queryFn: () => loadRequest(requestId),
  });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: requestKeys.detail(requestId) });
    await client.invalidateQueries({ queryKey: [requestKeys.list] });
  };
  const { data } = query;
  return (
    <SidePanel
      title={data === undefined ? rightsRequestMessages.title : kinds[data.kind]}
      subtitle={<span className={utilityCss.number}>{rightsRequestMessages.requestNumber(requestId)}</span>}
      badge={data && <RequestBadge request={data} />}
      footer={data && data.state !== "closed" && <RequestActions request={data} onChanged={refresh} />}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: rightsRequestMessages.noun, list: "/rights-requests" }}
      >
        {(request) => (
          <>
            <RequestFacts request={request} />
            {["taken", "identified"].includes(request.state) && (
              <IdentifyForm key={request.revision} request={request} onChanged={refresh} />
            )}
            {request.copyUntil !== null && (
              <NoteBar tone="warn">{texts.copyUntil(formatDateTime(request.copyUntil))}</NoteBar>
            )}
            <section>
              <h3>{texts.steps}</h3>
              <RequestSteps request={request} />
              <p className={requestCss.text}>{texts.proof}</p>
            </section>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
