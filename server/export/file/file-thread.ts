import { parentPort, workerData } from "node:worker_threads";
import { FileBuilder, type AboutLines, type FileCell, type FileRequest } from "./file-builder.ts";

/** Task of the thread: further rows, or that all are there. `checksum` stands in a line with this label. */
export type ThreadTask =
  | { readonly kind: "rows"; readonly rows: readonly (readonly FileCell[])[] }
  | { readonly kind: "end"; readonly about: AboutLines; readonly checksumLabel: string };
export type ThreadResult = { readonly bytes: Uint8Array<ArrayBuffer>; readonly checksum: string };

// Builds a file beside the main thread, which answers requests meanwhile (requirement CO96).
const builder = new FileBuilder(workerData as FileRequest);
async function end(about: AboutLines, checksumLabel: string): Promise<void> {
  const checksum = builder.checksum();
  const bytes = await builder.build([...about, [checksumLabel, checksum]]);
  const result: ThreadResult = { bytes, checksum };
  parentPort?.postMessage(result, [bytes.buffer]);
}
parentPort?.on("message", (task: ThreadTask) => {
  if (task.kind === "rows") builder.add(task.rows);
  else void end(task.about, task.checksumLabel);
});
