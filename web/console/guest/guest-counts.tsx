import { useQuery } from "@tanstack/react-query";
import { guestState } from "#contract/console/guests.ts";
import { formatCount } from "../../ui/display/format.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { guestKeys, loadGuestCounts } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { counts: title, states } = guestPageMessages;

/** Numbers of guests by state, for who may see numbers and no rows. */
export function GuestCounts() {
  const query = useQuery({ queryKey: guestKeys.counts, queryFn: () => loadGuestCounts({}) });
  return (
    <Panel title={title}>
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} right="signup.read">
        {({ counts }) => (
          <FactList facts={guestState.options.map((state) => [states[state], formatCount(counts[state])])} />
        )}
      </QueryState>
    </Panel>
  );
}
