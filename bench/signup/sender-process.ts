// Sends a crowd's requests from another process, for benchmarks whose server is in their own process: the
// senders must not slow down the server. The process only answers its parent's messages.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { flood, type FloodResult } from "./crowd.ts";

type SendRequest = {
  readonly origin: string;
  readonly requests: readonly Uint8Array[];
  readonly connections: number;
};

export type SenderProcess = {
  /** Same as `flood` of crowd.ts. */
  readonly flood: (origin: string, requests: readonly Buffer[], connections: number) => Promise<FloodResult>;
  readonly stop: () => void;
};
export function startSender(): SenderProcess {
  const child = fork(fileURLToPath(import.meta.url), { serialization: "advanced" });
  return {
    async flood(origin, requests, connections) {
      const answered = once(child, "message");
      child.send({ origin, requests, connections } satisfies SendRequest);
      const [result] = (await answered) as [FloodResult | string];
      if (typeof result === "string") throw new Error(result);
      return result;
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on("message", ({ origin, requests, connections }: SendRequest) => {
    const sent = requests.map((request) => Buffer.from(request));
    void flood(origin, sent, connections).then(
      (run) => process.send?.(run),
      (error: unknown) => process.send?.(String(error)),
    );
  });
