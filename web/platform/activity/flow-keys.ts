/** The process and node that an address names (specification section 2); absent: the activity's own. */
export type FlowKeys = { readonly processKey?: string; readonly nodeKey?: string };

/** Reads both from a query, for every call of the flow engine (requirement C24). */
export function parseFlowKeys(search: string): FlowKeys {
  const parameters = new URLSearchParams(search);
  const processKey = parameters.get("processKey");
  const nodeKey = parameters.get("nodeKey");
  return { ...(processKey && { processKey }), ...(nodeKey && { nodeKey }) };
}

/** Those of the address on show. */
export const currentFlowKeys = (): FlowKeys => parseFlowKeys(location.search);
