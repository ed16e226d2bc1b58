/** Process and node from the address (specification section 2). Absent: the activity's own process. */
export type FlowKeys = { readonly processKey?: string; readonly nodeKey?: string };

/** Reads both keys from a query, for every call of the flow engine (requirement C24). */
export function parseFlowKeys(search: string): FlowKeys {
  const parameters = new URLSearchParams(search);
  const processKey = parameters.get("processKey");
  const nodeKey = parameters.get("nodeKey");
  return { ...(processKey && { processKey }), ...(nodeKey && { nodeKey }) };
}

/** The flow keys of the current address. */
export const currentFlowKeys = (): FlowKeys => parseFlowKeys(location.search);
