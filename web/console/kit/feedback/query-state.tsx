import type { ReactNode } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { OperatorRight } from "#contract/console/rights.ts";
import { Refusal } from "#contract/core/errors.ts";
import { useOffline } from "../../../platform/console/page-facts.ts";
import { kitMessages } from "../messages.ts";
import { FailedPage, NoRight, OutOfScope } from "./page-state.tsx";
import { FailedNote, OfflineNote } from "./state-notes.tsx";

type QueryStateProps<D> = {
  query: UseQueryResult<D, Error>;
  /** Skeleton of the content's real shape. */
  skeleton: ReactNode;
  /** Right that the page needs, named when it is missing. */
  right?: OperatorRight;
  /** Noun of the page's thing and its list, for a thing that does not exist or is out of scope. */
  thing?: { readonly noun: string; readonly list: string };
  children: (data: D) => ReactNode;
};

const requestIdOf = (error: Error): string | null => (error instanceof Refusal ? error.requestId : null);
/** Words of a failure: a refusal's own, else the general ones. */
const wordsOf = (error: Error): string => (error instanceof Refusal ? error.message : kitMessages.failed);
const refusalOf = (error: Error | null): string | null => (error instanceof Refusal ? error.refusal : null);

/** Content of a query with its states: loading, no right, out of scope, failed, offline. */
export function QueryState<D>({ query, skeleton, right, thing, children }: QueryStateProps<D>) {
  const { data, error, dataUpdatedAt } = query;
  const isOffline = useOffline();
  const refusal = refusalOf(error);
  if (refusal === "forbidden") return <NoRight {...(right && { right })} />;
  // An address with something else than a number names no thing either.
  if ((refusal === "notFound" || refusal === "invalid") && thing) return <OutOfScope {...thing} />;
  const retry = (): void => void query.refetch();
  if (data === undefined)
    return error === null ? (
      skeleton
    ) : (
      <FailedPage message={wordsOf(error)} requestId={requestIdOf(error)} onRetry={retry} />
    );
  return (
    <>
      {isOffline && <OfflineNote asOf={dataUpdatedAt} />}
      {error !== null && !isOffline && (
        <FailedNote message={wordsOf(error)} requestId={requestIdOf(error)} onRetry={retry} />
      )}
      {children(data)}
    </>
  );
}
