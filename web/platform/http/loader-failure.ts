import { data } from "react-router";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import { requestIdOf, type LoaderContext } from "./server-context.ts";

/** What a page that could not be rendered is told of why, since an error itself never leaves the server. */
export type LoaderFailure = Pick<Refusal, "refusal" | "message" | "requestId">;

/** Later it may work: for proxies, crawlers and monitors too. */
const temporaryRefusals: readonly RefusalName[] = ["busy", "timeout", "unreachable", "offline", "tooMany"];

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === "Refusal";

/**
 * What a server loader loads; a refusal on the way becomes a response with its kind, so that the
 * error page can tell it, and an honest status. Anything else is our mistake and stays an error.
 * @throws data(LoaderFailure) with 503 or 500; whatever is no refusal, as it is
 */
export async function withLoaderFailure<T>(context: LoaderContext, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { refusal, message } = error;
    const failure: LoaderFailure = { refusal, message, requestId: requestIdOf(context) };
    throw data(failure, { status: temporaryRefusals.includes(refusal) ? 503 : 500 });
  }
}
