import { useEffect, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ComplaintDetail } from "#contract/console/club/complaints.ts";
import { Timeline } from "../../kit/display/timeline.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { useMay, useSession } from "../../shell/index.ts";
import { clubKeys, loadComplaint } from "../api.ts";
import * as clubCss from "../club.module.css";
import { clubPageMessages, reasonNames } from "../messages.ts";
import { complaintMessages } from "./messages.ts";
import { RecordFacts } from "../record-facts.tsx";
import { StatusBadge } from "./complaint-columns.tsx";
import { ComplaintContent, ReportList } from "./complaint-content.tsx";
import { DecideButtons, type DecisionChoice } from "./decide-buttons.tsx";

const { panel: texts, noun } = complaintMessages;
const recordTitles = {
  article: clubPageMessages.record.title,
  comment: clubPageMessages.record.title,
  member: clubPageMessages.record.memberTitle,
  group: clubPageMessages.record.leaderTitle,
};

const Decisions = ({ decisions }: Pick<ComplaintDetail, "decisions">) =>
  decisions.length === 0 ? null : (
    <section>
      <h3>{texts.history}</h3>
      <Timeline
        entries={decisions.map(({ decisionId, decision, reason, days, by, time, ended }) => ({
          key: decisionId ?? time,
          title: [
            clubPageMessages.decisions[decision],
            days === null ? null : clubPageMessages.days[days as keyof typeof clubPageMessages.days],
            reason === null ? null : reasonNames[reason],
          ]
            .filter((part) => part !== null && part !== undefined)
            .join(" · "),
          detail:
            ended === null
              ? texts.by(by)
              : `${texts.by(by)} · ${texts.ended[ended.how](ended.by ?? texts.link)}`,
          time,
        }))}
      />
    </section>
  );

type ComplaintPanelProps = {
  complaintId: string;
  isDecided: boolean;
  /** 第 2 条，共 18 条. */
  position: string | null;
  onDecide: (detail: ComplaintDetail, choice: DecisionChoice) => Promise<void>;
  onClose: () => void;
};
/** One complaint: content, reasons, the author's record, decisions so far, and the decision. */
export function ComplaintPanel({ complaintId, isDecided, position, onDecide, onClose }: ComplaintPanelProps) {
  const { operatorId } = useSession().operator;
  const canDecide = useMay("club.decide");
  const query = useQuery({
    queryKey: clubKeys.complaint(complaintId, isDecided),
    queryFn: () => loadComplaint(complaintId, isDecided),
  });
  const detail = query.data;
  const isLoaded = detail !== undefined;
  const content = useRef<HTMLDivElement>(null);
  // Brings the decisions at the panel's end into the window, below the numbers above the list.
  useEffect(() => {
    if (isLoaded) content.current?.closest("aside")?.scrollIntoView({ block: "nearest" });
  }, [isLoaded]);
  const complaint = detail?.complaint;
  return (
    <SidePanel
      title={complaint?.person?.name ?? complaint?.group?.name ?? noun}
      subtitle={
        complaint &&
        [clubPageMessages.kinds[complaint.kind], complaint.group?.name, position]
          .filter((part) => part !== null && part !== undefined)
          .join(" · ")
      }
      badge={complaint && <StatusBadge complaint={complaint} />}
      {...(complaint?.person && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      {...(canDecide &&
        detail && {
          footer: (
            <DecideButtons
              key={`${complaintId} ${detail.complaint.newestId}`}
              complaint={detail.complaint}
              onDecide={(choice) => onDecide(detail, choice)}
            />
          ),
        })}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun, list: "/complaints" }}
      >
        {(shown) => (
          <div ref={content} className={clubCss.sections}>
            <ComplaintContent detail={shown} />
            <ReportList detail={shown} />
            {shown.record && (
              <section>
                <h3>{recordTitles[shown.complaint.kind]}</h3>
                <RecordFacts record={shown.record} />
              </section>
            )}
            <Decisions decisions={shown.decisions} />
          </div>
        )}
      </QueryState>
    </SidePanel>
  );
}
