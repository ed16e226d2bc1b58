import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { currentTrace } from "../../core/caller-network.ts";

/** Channel of Node's fetch, with each request before it is sent. */
const CHANNEL = "undici:request:create";
type CreatedRequest = { readonly request: { addHeader(name: string, value: string): void } };

const addTrace = (message: unknown): void => {
  const trace = currentTrace();
  if (trace !== null) (message as CreatedRequest).request.addHeader("traceparent", trace.traceparent);
};

/** Passes the trace of a request on with the calls to other systems that are made for it. @returns ends that */
export function passTraceOn(): () => void {
  subscribe(CHANNEL, addTrace);
  return () => void unsubscribe(CHANNEL, addTrace);
}
