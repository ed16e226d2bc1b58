/**
 * Fetches a made file in parts and hands it to the browser; the code is loaded when it is needed.
 * @param onPart gets the share that is there
 * @throws Refusal if the file is gone
 */
export const saveExport = async (exportId: string, onPart?: (share: number) => void): Promise<void> =>
  (await import("./download-export.ts")).downloadExport(exportId, onPart);
