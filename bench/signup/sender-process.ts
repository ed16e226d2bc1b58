// A process that sends a crowd's requests, for benches whose server is in the bench's own: whoever presses the button is
// not the server. The process answers its parent's messages; nothing else runs it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { flood, type FloodResult } from "./crowd.ts";

type Asked = {
  readonly origin: string;
  readonly requests: readonly Uint8Array[];
  readonly connections: number;
};

export type SenderProcess = {
  /** As `flood` of crowd.ts. */
  readonly flood: (origin: string, requests: readonly Buffer[], connections: number) => Promise<FloodResult>;
  readonly stop: () => void;
};
export function startSender(): SenderProcess {
  const child = fork(fileURLToPath(import.meta.url), { serialization: "advanced" });
  return {
    async flood(origin, requests, connections) {
      const answered = once(child, "message");
      child.send({ origin, requests, connections } satisfies Asked);
      const [told] = (await answered) as [FloodResult | string];
      if (typeof told === "string") throw new Error(told);
      return told;
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on("message", ({ origin, requests, connections }: Asked) => {
    const sent = requests.map((request) => Buffer.from(request));
    void flood(origin, sent, connections).then(
      (run) => process.send?.(run),
      (error: unknown) => process.send?.(String(error)),
    );
  });
