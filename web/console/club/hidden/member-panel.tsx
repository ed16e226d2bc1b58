import { useQuery } from "@tanstack/react-query";
import { Badge } from "../../kit/display/badge.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { useMay, useSession } from "../../shell/index.ts";
import { clubKeys, loadRecord } from "../api.ts";
import { barMessages } from "./messages.ts";
import { clubPageMessages } from "../messages.ts";
import { RecordFacts } from "../record-facts.tsx";
import { BarButtons } from "./bar-dialogs.tsx";

type MemberPanelProps = { memberId: string; onChanged: () => Promise<void>; onClose: () => void };
/** The record of one member, with bars. */
export function MemberPanel({ memberId, onChanged, onClose }: MemberPanelProps) {
  const { operatorId } = useSession().operator;
  const canDecide = useMay("club.decide");
  const query = useQuery({ queryKey: clubKeys.member(memberId), queryFn: () => loadRecord(memberId) });
  const record = query.data;
  return (
    <SidePanel
      title={record?.person.name ?? barMessages.noun}
      {...(record?.person.isBarred === true && {
        badge: <Badge tone="error">{clubPageMessages.isBarred}</Badge>,
      })}
      {...(record && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      {...(canDecide && record && { footer: <BarButtons record={record} onChanged={onChanged} /> })}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: barMessages.noun, list: "/barred" }}
      >
        {(shown) => (
          <section>
            <h3>{clubPageMessages.record.memberTitle}</h3>
            <RecordFacts record={shown} />
          </section>
        )}
      </QueryState>
    </SidePanel>
  );
}
