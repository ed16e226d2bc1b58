import { solveInSlices, type ProofOfWorkTask } from "./proof-of-work.ts";
import type { WorkerAnswer } from "./proof-of-work-worker.ts";

export type SolvingJob = {
  /** Never settles after a stop. */
  readonly nonces: Promise<number[]>;
  stop(): void;
};
type Progress = (solved: number) => void;
const createWorker = (): Worker =>
  new Worker(new URL("./proof-of-work-worker.ts", import.meta.url), { type: "module" });

/**
 * Starts a proof of work in a worker. Without one (other origin, policy, old web view) it runs on the main
 * thread in slices so that the page stays responsive.
 */
export function startSolving(
  work: ProofOfWorkTask,
  onProgress: Progress = () => {},
  start = createWorker,
): SolvingJob {
  let stop = () => {};
  const nonces = new Promise<number[]>((resolve) => {
    const solveHere = () => {
      stop = solveOnMainThread(work, onProgress, resolve);
    };
    try {
      const worker = start();
      stop = () => worker.terminate();
      worker.addEventListener("error", (event) => {
        event.preventDefault(); // not reported as an error: the main thread takes over
        worker.terminate();
        solveHere();
      });
      worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
        if ("solved" in data) return onProgress(data.solved);
        worker.terminate();
        resolve(data.nonces);
      });
      worker.postMessage(work);
    } catch {
      solveHere();
    }
  });
  return { nonces, stop: () => stop() };
}

/** @returns function that stops it */
function solveOnMainThread(
  work: ProofOfWorkTask,
  onProgress: Progress,
  resolve: (nonces: number[]) => void,
): () => void {
  const slices = solveInSlices(work);
  let timer: ReturnType<typeof setTimeout>;
  const run = () => {
    const slice = slices.next();
    if (slice.done) return resolve(slice.value);
    onProgress(slice.value);
    timer = setTimeout(run, 0);
  };
  timer = setTimeout(run, 0);
  return () => clearTimeout(timer);
}
