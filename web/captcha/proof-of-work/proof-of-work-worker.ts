import { solveInSlices, type ProofOfWorkTask } from "./proof-of-work.ts";

/** Message of the worker: number of puzzles solved so far, or all nonces. */
export type WorkerAnswer = { readonly solved: number } | { readonly nonces: number[] };

const tell = (answer: WorkerAnswer): void => postMessage(answer);

addEventListener("message", ({ data }: MessageEvent<ProofOfWorkTask>) => {
  const slices = solveInSlices(data);
  let solved = -1;
  for (let slice = slices.next(); ; slice = slices.next()) {
    if (slice.done) return tell({ nonces: slice.value });
    if (slice.value !== solved) tell({ solved: (solved = slice.value) });
  }
});
