import { data } from "react-router";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import { requestIdOf, type LoaderContext } from "./server-context.ts";

/** The error page's data about a refusal, since errors themselves never leave the server. */
type LoaderFailure = Pick<Refusal, "refusal" | "message" | "requestId">;

/** Refusals that may succeed later. Proxies, crawlers and monitors rely on the status 503 too. */
const temporaryRefusals: readonly RefusalName[] = ["busy", "timeout", "unreachable", "offline", "tooMany"];

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === "Refusal";

/**
 * Awaits a server loader's data. A refusal becomes a response with its kind, so that the error page can show
 * it, and with a matching status. Other errors are bugs and stay errors.
 * @throws data(LoaderFailure) with 503 or 500; errors that are no refusals unchanged
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
