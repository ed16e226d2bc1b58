// The faults that a cluster has to survive.
import { setTimeout } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Part } from "./part.ts";

export type ClusterFault = {
  readonly name: string;
  /** Time during which people arrive, s; the fault begins after `START`. */
  readonly seconds: number;
  /** Longest time without any acknowledgement, s; null: only measured. */
  readonly maxGap: number | null;
  /** Attempts that may fail; null: only counted. */
  readonly maxErrors: number | null;
  apply(cluster: Cluster): Promise<void>;
};

/** Time before a fault begins, s. */
export const START = 8;
const GAP_OF_MACHINE = 25;
const GAP_OF_SWITCHOVER = 6;

async function frozenFor(part: Part, seconds: number): Promise<void> {
  await part.freeze();
  await setTimeout(seconds * 1_000);
  part.thaw();
}
async function awayFor(parts: readonly (Part | undefined)[], seconds: number): Promise<void> {
  for (const part of parts) await part?.kill();
  await setTimeout(seconds * 1_000);
  for (const part of parts) part?.start();
}

export const clusterFaults: readonly ClusterFault[] = [
  {
    name: "kill -9 of the primary's PostgreSQL",
    seconds: 38,
    maxGap: GAP_OF_MACHINE,
    maxErrors: null,
    apply: async (cluster) => cluster.killPostgres(await cluster.primary()),
  },
  {
    name: "switchover",
    seconds: 20,
    maxGap: GAP_OF_SWITCHOVER,
    maxErrors: null,
    apply: (cluster) => cluster.switchOver(),
  },
  {
    name: "primary's machine lost",
    seconds: 40,
    maxGap: GAP_OF_MACHINE,
    maxErrors: null,
    apply: async (cluster) => (await cluster.primary()).kill(),
  },
  {
    name: "primary frozen for 30 s, and back",
    seconds: 50,
    maxGap: GAP_OF_MACHINE,
    maxErrors: null,
    apply: async (cluster) => frozenFor(await cluster.primary(), 30),
  },
  {
    name: "synchronous standby frozen for 20 s",
    seconds: 38,
    maxGap: null,
    maxErrors: null,
    apply: async (cluster) => frozenFor(await cluster.synchronous(), 20),
  },
  {
    name: "one of two HAProxies killed for 8 s",
    seconds: 22,
    maxGap: null,
    maxErrors: 0,
    apply: (cluster) => awayFor([cluster.haproxies[0]], 8),
  },
  {
    name: "one of two PgBouncers killed for 5 s",
    seconds: 20,
    maxGap: null,
    maxErrors: 0,
    apply: (cluster) => awayFor([cluster.poolers[0]], 5),
  },
  {
    name: "etcd leader killed for 8 s",
    seconds: 22,
    maxGap: null,
    maxErrors: 0,
    apply: async (cluster) => awayFor([await cluster.leadingEtcd()], 8),
  },
  {
    name: "two of three etcd members away for 22 s",
    seconds: 40,
    maxGap: null,
    maxErrors: null,
    apply: (cluster) => awayFor([cluster.etcd[0], cluster.etcd[1]], 22),
  },
];
