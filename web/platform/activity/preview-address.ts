import { parseFlowKeys, type FlowKeys } from "./flow-keys.ts";

/** Names of a draft in an address, and the secret that shows it. */
export type DraftKeys = FlowKeys & { readonly previewToken?: string };

/** Preview mode: `preview=1` at an address that ends in 00 (specification section 2). */
export const isPreviewAddress = (id: string, search: string): boolean =>
  id === "00" && new URLSearchParams(search).get("preview") === "1";

/** Keys of the draft in an address; null if it is not in preview mode. */
export function draftKeysIn(id: string, search: string): DraftKeys | null {
  if (!isPreviewAddress(id, search)) return null;
  const previewToken = new URLSearchParams(search).get("previewToken");
  return { ...parseFlowKeys(search), ...(previewToken && { previewToken }) };
}

/** Arguments of a call about a draft, or none for a published activity. */
export const draftArgs = (draft: DraftKeys | null | undefined): DraftKeys & { preview?: string } =>
  draft ? { preview: "1", ...draft } : {};
