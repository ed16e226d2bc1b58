import { downloadFile } from "../../../platform/browser/download.ts";
import { beginFetch, loadPart } from "./api.ts";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);

/**
 * Fetches a file in parts and hands it to the browser.
 * @param onPart gets the share that is there
 * @throws Refusal if the file is gone
 */
export async function downloadExport(exportId: string, onPart?: (share: number) => void): Promise<void> {
  const { fileName, mediaType, parts } = await beginFetch(exportId);
  const content: Uint8Array<ArrayBuffer>[] = [];
  for (let part = 1; part <= parts; part++) {
    content.push(bytesOf(await loadPart(exportId, part)));
    onPart?.(part / parts);
  }
  downloadFile(fileName, new Blob(content, { type: mediaType }));
}
