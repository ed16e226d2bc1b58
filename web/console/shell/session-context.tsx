import { createContext, use, useMemo, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { rightReaches, type OperatorRight, type RightReach } from "#contract/console/rights.ts";
import { showOperatorSession, type OperatorSession } from "#contract/console/session.ts";
import { Refusal } from "#contract/core/errors.ts";
import { applyBrandColours } from "../../platform/console/page-facts.ts";
import { FailedPage } from "../kit/feedback/page-state.tsx";
import { kitMessages } from "../kit/messages.ts";
import { loadSession } from "./api.ts";

/** The logged-in operator and what they may do. */
export type ConsoleSession = OperatorSession & {
  /** Whether any grant has the right, with at least this reach (default: rows of a list). */
  may(right: OperatorRight, least?: RightReach): boolean;
};

const SessionContext = createContext<ConsoleSession | null>(null);

/** The logged-in operator. @throws Error outside the shell */
export function useSession(): ConsoleSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("the page is not within the shell");
  return session;
}
/** Whether the operator has a right; buttons are shown by it, the server judges again. */
export const useMay = (right: OperatorRight, least: RightReach = "list"): boolean =>
  useSession().may(right, least);

/** A session with its judgement of rights. */
export function withRights(session: OperatorSession): ConsoleSession {
  const held = new Map(session.rights.map(({ right, reach }) => [right, reach]));
  return {
    ...session,
    may(right, least = "list") {
      const reach = held.get(right);
      // From the narrowest to the widest.
      return reach !== undefined && rightReaches.indexOf(reach) >= rightReaches.indexOf(least);
    },
  };
}

export const SessionContextProvider = ({
  session,
  children,
}: {
  session: ConsoleSession;
  children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

/** Loads the session for everything inside; without one it shows the login, and comes back after it. */
export function SessionProvider({ frame, children }: { frame: ReactNode; children: ReactNode }) {
  const location = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: [showOperatorSession.name],
    queryFn: async () => {
      const session = await loadSession();
      applyBrandColours(session.brand.theme);
      return session;
    },
    staleTime: 60_000,
  });
  const session = useMemo(() => (data === undefined ? null : withRights(data)), [data]);
  if (session !== null) return <SessionContextProvider session={session}>{children}</SessionContextProvider>;
  if (error instanceof Refusal && error.refusal === "unauthenticated") {
    const back = location.pathname + location.search;
    return <Navigate to="/login" replace state={{ back }} />;
  }
  if (error === null) return frame;
  return (
    <FailedPage
      message={error instanceof Refusal ? error.message : kitMessages.failed}
      requestId={error instanceof Refusal ? error.requestId : null}
      onRetry={() => void refetch()}
    />
  );
}
