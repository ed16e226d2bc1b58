import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { listAddress, parseListQuery, type ListQuery, type QueryChange } from "./list-query.ts";

/**
 * Navigates to the list's address with changed conditions, in the same history entry. Two changes at once, as
 * with replayed first taps, build on one another.
 */
export function useQueryChanges(parameters: URLSearchParams) {
  const navigate = useNavigate();
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const go = (address: string) => void navigate(address, { replace: true });
  const change = (queryChange: QueryChange) => {
    const search = listAddress(latest.current, queryChange);
    latest.current = new URLSearchParams(search);
    go(`/list${search}`);
  };
  /** Conditions at this moment: two quick taps are faster than the render between them. */
  const queryNow = (): ListQuery => parseListQuery(latest.current);
  return { go, change, queryNow };
}
