import cluster, { type Worker } from "node:cluster";
import { setTimeout } from "node:timers/promises";

/** What Node sends with a connection that it hands to a process, and what the process answers once it has it. */
type ClusterMessage = { readonly act?: string; readonly seq?: number; readonly ack?: number };
type Handle = { close(): void };
type Child = NodeJS.EventEmitter & {
  readonly connected: boolean;
  send(message: ClusterMessage, handle?: Handle, ...more: readonly unknown[]): boolean;
};

/** From one look to the next whether the end of a process's channel was heard, ms. */
const POLL_INTERVAL = 5;

/**
 * Hands the connections that were on their way to a process which has ended on to another one. Node
 * itself waits for an answer that does not come any more, and whoever asked waits for as long as
 * their browser does. Where Node's own messages are one day others, it is as it was (the test tells).
 */
export function reassignConnections(worker: Worker): void {
  const child = worker.process as unknown as Child;
  const underWay = new Map<number, Handle>();
  const send = child.send.bind(child);
  child.send = (message, handle, ...more) => {
    if (message.act === "newconn" && message.seq !== undefined && handle) underWay.set(message.seq, handle);
    return send(message, handle, ...more);
  };
  child.on("internalMessage", ({ ack }: ClusterMessage) => ack !== undefined && underWay.delete(ack));
  child.once("exit", () => void end());
  async function end(): Promise<void> {
    if (underWay.size === 0) return;
    while (child.connected) await setTimeout(POLL_INTERVAL);
    // Node says so only of a process that had taken everything, and would give this one more.
    child.emit("disconnect");
    const hasOthers = Object.values(cluster.workers ?? {}).some((one) => one?.isConnected());
    for (const [ack, handle] of underWay) {
      // As a process answers that is about to go and takes none any more.
      if (hasOthers) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
      else handle.close();
    }
  }
}
