import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { startGuarded, type GuardedProcess } from "../guarded-process.ts";

export type PostgresCluster = {
  /** Address postgres://… of one of its databases. */
  url(database: string): string;
  /** Runs one statement in its maintenance database. */
  execute(statement: string): Promise<void>;
  /** Sends a signal to each of its processes: SIGSTOP suspends, SIGCONT resumes. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Sends SIGKILL to each of its processes; the data stay, and `restart` uses them. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Starts a replica, which follows by streaming. */
  startReplica(): Promise<PostgresCluster>;
  /** Stops the cluster and deletes its folder. */
  stop(): Promise<void>;
};

/** A port that is free now, below the kernel's ephemeral range. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 21_000 + Math.floor(Math.random() * 8_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error("no free port between 21000 and 29000");
}

type Identity = { uid: number; gid: number } | Record<string, never>;
/** PostgreSQL refuses to run as root; another user of this machine runs it then. */
export function identity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"])
    try {
      const id = (flag: string) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // No such user on this machine.
    }
  throw new Error("PostgreSQL cannot run as root, and there is no user postgres or nobody");
}

async function untilReady(url: string, isOver: () => boolean, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (isOver()) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await setTimeout(100);
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output()}`);
}

/** Folders, port and user of a cluster. */
type ClusterLayout = {
  readonly bin: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly who: Identity;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Keeps the data when it ends by itself, too. */
  readonly isKept: boolean;
};
const environment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: "C.UTF-8" });
/** While this file exists in the folder, the data stay for a restart. */
const KEPT = "kept";

/** Starts the server and waits until it accepts connections. */
async function run({
  bin,
  folder,
  data,
  port,
  who,
  settings,
  isKept,
}: ClusterLayout): Promise<GuardedProcess> {
  if (isKept) writeFileSync(join(folder, KEPT), "");
  else rmSync(join(folder, KEPT), { force: true });
  const all = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const guarded = startGuarded(join(bin, "postgres"), ["-D", data, ...flags], {
    ...who,
    cwd: folder,
    env: environment(),
    signal: "INT",
    after: `[ -e '${join(folder, KEPT)}' ] || { rm -rf '${data}'; cd /; rmdir '${folder}'; }`,
  });
  let output = "";
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  try {
    await untilReady(
      `postgres://marque@127.0.0.1:${port}/postgres`,
      () => guarded.child.exitCode !== null,
      () => output,
    );
  } catch (error) {
    await guarded.stop();
    throw error;
  }
  return guarded;
}

/** Ids of a process and of its children, itself first. */
export const familyOf = (pid: number): number[] => [
  pid,
  ...execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : [])),
];
/** Sends a signal; processes that have ended are skipped. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended already.
    }
}

/** Copies the data of a running server. @returns the layout of a replica of it */
async function copyForReplica(primary: ClusterLayout, url: string): Promise<ClusterLayout> {
  const folder = mkdtempSync(join(dirname(primary.folder), "marque-pg-"));
  const { uid, gid } = primary.who;
  if (uid !== undefined) chownSync(folder, uid, gid);
  const data = join(folder, "data");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    // `cp`, since it keeps owners.
    execFileSync("cp", ["-a", primary.data, data]);
    rmSync(join(data, "postmaster.pid"), { force: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const files = { backup_label: rows[0]?.labelfile ?? "", "standby.signal": "" };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(data, name), text);
      if (uid !== undefined) chownSync(join(data, name), uid, gid);
    }
  } finally {
    await client.end();
  }
  const settings = {
    ...primary.settings,
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=marque`,
  };
  return { ...primary, folder, data, port: await freePort(), settings };
}

export type PostgresClusterOptions = Partial<Pick<ClusterLayout, "settings" | "isKept">> & {
  /** Folder in which its own folder is created. */
  readonly parent?: string;
};
/**
 * Starts a separate PostgreSQL: new folder, free port, durable commits as in production.
 * @param bin folder of `initdb` and `postgres`
 */
export async function startPostgres(
  bin: string,
  { parent, settings = {}, isKept = false }: PostgresClusterOptions = {},
): Promise<PostgresCluster> {
  // Not TMPDIR: the server's user must be able to reach the folder, and the path of a socket is limited.
  const folder = mkdtempSync(join(parent ?? (process.getuid?.() === 0 ? "/tmp" : tmpdir()), "marque-pg-"));
  const who = identity();
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  const data = join(folder, "data");
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "marque", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...who, cwd: folder, env: environment(), stdio: "pipe" },
  );
  const port = await freePort();
  return serve({ bin, folder, data, port, who, isKept, settings: { max_connections: 120, ...settings } });
}

/** Starts a server on existing data. */
async function serve(place: ClusterLayout): Promise<PostgresCluster> {
  const { folder, port } = place;
  let running = await run(place);
  const url = (database: string) => `postgres://marque@127.0.0.1:${port}/${database}`;
  return {
    url,
    startReplica: async () => serve(await copyForReplica(place, url("postgres"))),
    async execute(statement) {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async signal(name) {
      signal(familyOf(await running.pid), name);
    },
    async kill() {
      writeFileSync(join(folder, KEPT), "");
      signal(familyOf(await running.pid), "SIGKILL");
      await running.stop();
    },
    async restart() {
      running = await run(place);
    },
    async stop() {
      rmSync(join(folder, KEPT), { force: true });
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
