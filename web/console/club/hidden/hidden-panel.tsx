import { useQuery } from "@tanstack/react-query";
import type { HiddenRow } from "#contract/console/club/complaints.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../../kit/display/fact-list.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { useMay, useSession } from "../../shell/index.ts";
import { clubKeys, loadRecord } from "../api.ts";
import * as clubCss from "../club.module.css";
import { barMessages, hiddenMessages as texts } from "./messages.ts";
import { clubPageMessages, reasonNames } from "../messages.ts";
import { complaintMessages } from "../complaints/messages.ts";
import { RecordFacts } from "../record-facts.tsx";
import { ShowAgainButton } from "./show-again-button.tsx";

type HiddenPanelProps = { row: HiddenRow; onChanged: () => Promise<void>; onClose: () => void };
/** One hidden text with who hid it and why, and its author's record. */
export function HiddenPanel({ row, onChanged, onClose }: HiddenPanelProps) {
  const { operatorId } = useSession().operator;
  const canDecide = useMay("club.decide");
  const { person, group, by, operator, reason, explanation, hiddenTime } = row;
  const query = useQuery({
    queryKey: clubKeys.member(person.memberId),
    queryFn: () => loadRecord(person.memberId),
  });
  return (
    <SidePanel
      title={person.name}
      subtitle={`${clubPageMessages.kinds[row.kind]} · ${group.name}`}
      person={{ operatorId, shownAt: query.dataUpdatedAt }}
      {...(canDecide && { footer: <ShowAgainButton ids={[row.complaintId]} onShown={onChanged} /> })}
      onClose={onClose}
    >
      <section className={clubCss.content}>
        <p className={clubCss.plain}>{row.excerpt || complaintMessages.noText}</p>
      </section>
      <section>
        <FactList
          facts={[
            [texts.columns.by, clubPageMessages.hiddenBy[by]],
            [barMessages.columns.by, by === "operators" ? operator : null],
            [texts.columns.reason, reason === null ? null : reasonNames[reason]],
            [texts.explanation, explanation === "" ? null : explanation],
            [texts.columns.time, formatDateTime(hiddenTime)],
          ]}
        />
      </section>
      <section>
        <h3>{clubPageMessages.record.title}</h3>
        <QueryState query={query} skeleton={<TableSkeleton columns={[]} />}>
          {(record) => <RecordFacts record={record} />}
        </QueryState>
      </section>
    </SidePanel>
  );
}
