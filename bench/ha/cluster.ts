// Three PostgreSQL under Patroni, three etcd members, two HAProxy and two PgBouncer on one machine, with the files of deploy/ha.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { familyOf, identity, signal } from "../../server/testing/database/postgres-cluster.ts";
import * as configuration from "./configuration.ts";
import { installPrograms, type Programs } from "./packages.ts";
import { Part } from "./part.ts";

/** Time within which the cluster is complete after its start or after a fault, ms. */
const SETTLING_TIMEOUT = 120_000;

type MemberState = { readonly name: string; readonly role: string; readonly state: string };

/** Process ids of the PostgreSQL in a data folder; empty: it does not run. */
function postgresIn(data: string): number[] {
  try {
    return familyOf(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]));
  } catch {
    return [];
  }
}

function createParts(layout: configuration.ClusterLayout, programs: Programs) {
  const { folder, machines } = layout;
  const who = identity();
  const log = (name: string): string => join(folder, "log", `${name}.log`);
  const dataOf = (number: number): string => join(folder, `pg${number}`, "data");
  const two = [1, 2];
  const etcd = machines.map((_machine, at) => {
    configuration.ownFolder(layout, `etcd${at + 1}`);
    const env = { ...process.env, ...configuration.etcdEnvironment(layout, at + 1, programs.isEtcdV2) };
    const options = { ...who, env, cwd: folder };
    return new Part(`etcd${at + 1}`, { file: "etcd", args: [], options, log: log(`etcd${at + 1}`) });
  });
  const members = machines.map((_machine, at) => {
    const home = configuration.ownFolder(layout, `pg${at + 1}`);
    const file = configuration.patroniFile(layout, at + 1, programs);
    execFileSync(configuration.checkScript, [file], { stdio: ["ignore", "ignore", "inherit"] });
    const env = { ...process.env, HOME: home, LC_ALL: "C.UTF-8" };
    const data = dataOf(at + 1);
    // PostgreSQL outlives a killed Patroni.
    const after = `[ ! -e '${data}/postmaster.pid' ] || kill -9 $(head -n 1 '${data}/postmaster.pid') 2>/dev/null`;
    const options = { ...who, env, cwd: home, after };
    const command = { file: "patroni", args: [file], options, log: log(`patroni${at + 1}`) };
    return new Part(`db${at + 1}`, command, () => postgresIn(data));
  });
  const haproxies = two.map((number) => {
    const args = ["-db", "-f", configuration.haproxyFile(layout, number)];
    const options = { cwd: folder };
    return new Part(`haproxy${number}`, { file: "haproxy", args, options, log: log(`haproxy${number}`) });
  });
  const poolers = two.map((number) => {
    const args = [configuration.pgbouncerFile(layout, number)];
    const options = { ...who, cwd: folder, signal: "INT" as const };
    return new Part(`pgbouncer${number}`, {
      file: "pgbouncer",
      args,
      options,
      log: log(`pgbouncer${number}`),
    });
  });
  return { etcd, members, haproxies, poolers, dataOf };
}

async function ask<T>(url: string, body?: object): Promise<T> {
  const signalled = { signal: AbortSignal.timeout(30_000) };
  const answer = await fetch(
    url,
    body ? { ...signalled, method: "POST", body: JSON.stringify(body) } : signalled,
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  try {
    return JSON.parse(text) as T;
  } catch {
    return text as T;
  }
}
async function hasStatus200(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
/** Repeats a question until it has an answer. @throws the last error after the time-out */
async function untilAnswered<T>(question: () => Promise<T>, timeout = SETTLING_TIMEOUT): Promise<T> {
  for (const until = Date.now() + timeout; ; await setTimeout(250))
    try {
      return await question();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
}

/** Creates the product's role and database. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("create role marque login");
    await client.query("alter role marque set idle_in_transaction_session_timeout = '10s'");
    await client.query("alter role marque set statement_timeout = '11s'");
    await client.query("create database marque owner marque");
  } finally {
    await client.end();
  }
}

/** A cluster in a new folder. Its parts are killed, frozen and started again by faults. */
export class Cluster {
  readonly versions: string;
  readonly layout: configuration.ClusterLayout;
  readonly etcd: readonly Part[];
  readonly haproxies: readonly Part[];
  readonly poolers: readonly Part[];
  /** Each Patroni with its PostgreSQL. */
  readonly members: readonly Part[];
  readonly #dataOf: (number: number) => string;

  private constructor(layout: configuration.ClusterLayout, programs: Programs) {
    const { etcd, members, haproxies, poolers, dataOf } = createParts(layout, programs);
    this.versions = programs.versions;
    this.layout = layout;
    this.etcd = etcd;
    this.members = members;
    this.haproxies = haproxies;
    this.poolers = poolers;
    this.#dataOf = dataOf;
  }
  /** Starts it, with an empty database for the product. @param products number of its processes, which get ports */
  static async start(products: number): Promise<Cluster> {
    const programs = installPrograms();
    const cluster = new Cluster(await configuration.chooseLayout(products), programs);
    try {
      await cluster.settle();
      await createDatabase(cluster.#primaryUrl("postgres", "postgres"));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  #primaryUrl(database: string, user: string): string {
    return `postgres://${user}@127.0.0.1:${this.layout.ports.primary}/${database}`;
  }
  /** Address of the product's database through PgBouncer and HAProxy. */
  get pooledUrl(): string {
    return `postgres://marque@127.0.0.1:${this.layout.ports.pooler}/marque`;
  }
  /** Address of the same through the first HAProxy alone. */
  get directUrl(): string {
    return this.#primaryUrl("marque", "marque");
  }

  #rest(at: number): string {
    return `http://127.0.0.1:${this.layout.machines[at]?.rest}`;
  }
  /** Asks each Patroni for its role itself: what it knows of the others may be old. @param role path of its interface */
  #withRole(role: "primary" | "sync"): Promise<Part> {
    return untilAnswered(async () => {
      for (const [at, part] of this.members.entries())
        if (await hasStatus200(`${this.#rest(at)}/${role}`)) return part;
      throw new Error(`no member is ${role}`);
    });
  }
  /** The primary's Patroni and PostgreSQL. @throws Error if there is none */
  primary(): Promise<Part> {
    return this.#withRole("primary");
  }
  synchronous(): Promise<Part> {
    return this.#withRole("sync");
  }
  /** The etcd member that leads. */
  async leadingEtcd(): Promise<Part> {
    for (const [at, { client }] of this.layout.machines.entries()) {
      const status = await ask<{ header: { member_id: string }; leader: string }>(
        `http://127.0.0.1:${client}/v3/maintenance/status`,
        {},
      );
      const part = this.etcd[at];
      if (part && status.leader === status.header.member_id) return part;
    }
    throw new Error("no etcd member leads");
  }

  /** Sends SIGKILL to the PostgreSQL of a member, not to its Patroni. */
  killPostgres(member: Part): void {
    signal(postgresIn(this.#dataOf(this.members.indexOf(member) + 1)), "SIGKILL");
  }
  /** Asks Patroni to make the synchronous standby the primary. */
  async switchOver(): Promise<void> {
    const { name } = await this.primary();
    const at = this.members.findIndex((member) => member.name === name);
    await ask(`${this.#rest(at)}/switchover`, { leader: name });
  }
  /** Starts all that was killed, and waits for a primary with a synchronous standby and a further one. */
  async settle(): Promise<void> {
    for (const part of [...this.etcd, ...this.members, ...this.haproxies, ...this.poolers])
      part.ensureRunning();
    await untilAnswered(async () => {
      const leader = this.members.indexOf(await this.primary());
      const { members: states } = await ask<{ members: MemberState[] }>(`${this.#rest(leader)}/cluster`);
      const roles = states.map(({ role }) => role).toSorted();
      const isComplete =
        roles.join() === "leader,replica,sync_standby" &&
        states.every(({ state }) => state === "running" || state === "streaming");
      if (!isComplete) throw new Error(`the cluster is not complete: ${JSON.stringify(states)}`);
      const client = new pg.Client({ connectionString: this.#primaryUrl("postgres", "postgres") });
      await client.connect();
      await client.end();
    });
  }
  async stop(): Promise<void> {
    for (const part of [...this.poolers, ...this.haproxies]) await part.stop();
    await Promise.all(this.members.map((part) => part.stop()));
    await Promise.all(this.etcd.map((part) => part.stop()));
    rmSync(this.layout.folder, { recursive: true, force: true });
  }
}
