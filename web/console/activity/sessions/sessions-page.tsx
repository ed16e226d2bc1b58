import { useQuery } from "@tanstack/react-query";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { ActivityFrame, useActivityId } from "../activity-frame.tsx";
import { activityKeys, loadSeats } from "../api.ts";
import { consoleActivityTexts } from "../messages.ts";
import { seatMessages as texts } from "./messages.ts";
import { AddSession } from "./add-session.tsx";
import { SessionsGrid } from "./sessions-grid.tsx";
import * as sessionsCss from "./sessions.module.css";

/** Interval in which taken and waiting are read again, ms. */
const LIVE = 10_000;

/** Grid of sessions and dealers: quotas are edited in place and count at once (requirements CO53, CO54). */
export function ActivitySessionsPage() {
  const activityId = useActivityId();
  const query = useQuery({
    queryKey: activityKeys.sessions(activityId),
    queryFn: () => loadSeats(activityId),
    refetchInterval: LIVE,
  });
  return (
    <ActivityFrame>
      {() => (
        <QueryState
          query={query}
          skeleton={<div className={sessionsCss.skeleton} />}
          thing={{ noun: consoleActivityTexts.noun, list: "/activities" }}
        >
          {(seats) =>
            seats.sessions.length === 0 ? (
              <>
                <EmptyPage title={texts.empty} text={texts.emptyText} />
                {seats.canWrite && <AddSession activityId={activityId} seats={seats} />}
              </>
            ) : (
              <SessionsGrid activityId={activityId} seats={seats} />
            )
          }
        </QueryState>
      )}
    </ActivityFrame>
  );
}
