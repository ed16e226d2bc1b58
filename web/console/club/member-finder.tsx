import { useState } from "react";
import type { ClubRecord } from "#contract/console/club/shapes.ts";
import { NumberFinder } from "../kit/list/number-finder.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { findMember } from "./api.ts";
import { complaintMessages } from "./complaints/messages.ts";
import { RecordFacts } from "./record-facts.tsx";

const find = async (mobile: string): Promise<readonly ClubRecord[]> => {
  const record = await findMember(mobile);
  return record === null ? [] : [record];
};

/** One member by a whole mobile, for operators without lists. */
export function MemberFinder() {
  const [searches, setSearches] = useState(0);
  return (
    <NumberFinder texts={complaintMessages.finder} find={find} onFound={() => setSearches(searches + 1)}>
      {(records) =>
        records.map((record) => (
          <Panel
            key={`${searches} ${record.person.memberId}`}
            title={<span data-private>{record.person.name}</span>}
          >
            <RecordFacts record={record} />
          </Panel>
        ))
      }
    </NumberFinder>
  );
}
