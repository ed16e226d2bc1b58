// The files of deploy/ha with the addresses of one machine: each "machine" has other ports on 127.0.0.1, and the
// second HAProxy listens on 127.0.0.2.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, identity } from "../../server/testing/database/postgres-cluster.ts";
import type { Programs } from "./packages.ts";

const deploy = fileURLToPath(new URL("../../deploy/ha/", import.meta.url));
const read = (name: string): string => readFileSync(join(deploy, name), "utf8");

/** Ports of a database machine: Patroni's interface, PostgreSQL, etcd's clients and members. */
type MachinePorts = Record<"rest" | "postgres" | "client" | "peer", number>;
export type ClusterLayout = {
  readonly folder: string;
  readonly machines: readonly MachinePorts[];
  readonly ports: Record<"primary" | "replicas" | "pooler" | "front", number>;
  readonly products: readonly number[];
};
export const checkScript = join(deploy, "check.sh");

/** Chooses a working folder and free ports. @param products number of the product's processes */
export async function chooseLayout(products: number): Promise<ClusterLayout> {
  const folder = mkdtempSync("/tmp/marque-ha-");
  chmodSync(folder, 0o755);
  const taken = new Set<number>();
  const port = async (): Promise<number> => {
    for (;;) {
      const free = await freePort();
      if (!taken.has(free)) {
        taken.add(free);
        return free;
      }
    }
  };
  const machines: MachinePorts[] = [];
  for (let machine = 1; machine <= 3; machine++)
    machines.push({ rest: await port(), postgres: await port(), client: await port(), peer: await port() });
  const ports = { primary: await port(), replicas: await port(), pooler: await port(), front: await port() };
  const own: number[] = [];
  while (own.length < products) own.push(await port());
  mkdirSync(join(folder, "log"));
  return { folder, machines, ports, products: own };
}

/** Creates a folder that belongs to the user of PostgreSQL. */
export function ownFolder(layout: ClusterLayout, name: string): string {
  const path = join(layout.folder, name);
  mkdirSync(path, { mode: 0o700 });
  const who = identity();
  if (who.uid !== undefined) chownSync(path, who.uid, who.gid);
  return path;
}
function write(layout: ClusterLayout, name: string, text: string): string {
  const path = join(layout.folder, name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}
/** Replaces addresses of the example: 10.0.0.22:2379 is the second machine's port for etcd's clients. */
const withPorts = (layout: ClusterLayout, text: string): string =>
  text.replaceAll(/10\.0\.0\.2([1-3]):(\d+)/g, (_all, number: string, example: string) => {
    const machine = layout.machines[Number(number) - 1];
    const names: Readonly<Record<string, keyof MachinePorts>> = {
      2379: "client",
      2380: "peer",
      5432: "postgres",
      8008: "rest",
    };
    return `127.0.0.1:${machine?.[names[example] ?? "rest"]}`;
  });
/** Makes the file of the first machine that of another one. @param number 1 to 3 */
const forMachine = (line: string, number: number): string =>
  line.replaceAll("10.0.0.21", `10.0.0.2${number}`).replaceAll("db1", `db${number}`);

/** Environment of an etcd member. */
export function etcdEnvironment(
  layout: ClusterLayout,
  number: number,
  isV2: boolean,
): Record<string, string> {
  const lines = read("etcd.env")
    .split("\n")
    .filter((line) => line.startsWith("ETCD_"))
    .map((line) => (line.startsWith("ETCD_INITIAL_CLUSTER=") ? line : forMachine(line, number)))
    .map((line) =>
      withPorts(layout, line).replace("/var/lib/etcd/marque", join(layout.folder, `etcd${number}`)),
    );
  const entries = lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return { ...Object.fromEntries(entries), ...(isV2 && { ETCD_ENABLE_V2: "true" }) };
}

/** Writes the settings of a Patroni. @returns the file */
export function patroniFile(layout: ClusterLayout, number: number, programs: Programs): string {
  const folder = join(layout.folder, `pg${number}`);
  const text = read("patroni.yml")
    .split("\n")
    .map((line) => (line.startsWith("  hosts:") ? line : forMachine(line, number)))
    .join("\n")
    .replace("\netcd3:\n", programs.isEtcdV2 ? "\netcd:\n" : "\netcd3:\n")
    .replace("/usr/lib/postgresql/15/bin", programs.postgresBin)
    .replaceAll("/var/lib/postgresql/marque", join(folder, "data"))
    .replace("/var/run/postgresql", folder)
    // No password is needed between the processes of one machine.
    .replaceAll(/^( {4}- (?:local|host) .*) (?:peer|scram-sha-256)$/gm, "$1 trust")
    .replaceAll("10.0.0.0/24", "127.0.0.0/8")
    .replaceAll("CHANGE-", "own-")
    // A bench must not reset the machine.
    .replace("/dev/watchdog", join(folder, "no-watchdog"));
  return write(layout, `patroni${number}.yml`, withPorts(layout, text));
}

/** Writes the settings of an application machine's HAProxy. @param number 1 or 2 @returns the file */
export function haproxyFile(layout: ClusterLayout, number: number): string {
  const { primary, replicas } = layout.ports;
  const text = read("haproxy.cfg")
    .replace(/^ {2}user haproxy\n {2}group haproxy\n {2}log .*\n {2}stats socket .*\n/m, "")
    .replace("\n  log global\n", "\n")
    .replace("bind :5000", `bind 127.0.0.${number}:${primary}`)
    .replace("bind :5001", `bind 127.0.0.${number}:${replicas}`)
    .replace(/\n# State of both[\s\S]*$/, "\n")
    .replaceAll(/10\.0\.0\.2([1-3]):5432 (.*) check port 8008/g, (_all, of: string, options: string) => {
      const machine = layout.machines[Number(of) - 1];
      return `127.0.0.1:${machine?.postgres} ${options} check port ${machine?.rest}`;
    });
  return write(layout, `haproxy${number}.cfg`, text);
}

/** Writes the settings of one of the two PgBouncers. @returns the file */
export function pgbouncerFile(layout: ClusterLayout, number: number): string {
  const { primary, pooler } = layout.ports;
  const shared = read("pgbouncer.ini")
    .replace("host=10.0.0.11,10.0.0.12 port=5000", `host=127.0.0.1,127.0.0.2 port=${primary} user=marque`)
    .replace("listen_port = 6432", `listen_port = ${pooler}`)
    .replace("auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt", "auth_type = any");
  const file = write(layout, "pgbouncer.ini", shared);
  const own = read(`pgbouncer-${number}.ini`)
    .replace("/etc/pgbouncer/marque.ini", file)
    .replaceAll(`/run/marque-pgbouncer-${number}`, ownFolder(layout, `pgbouncer${number}`));
  return write(layout, `pgbouncer-${number}.ini`, own);
}

/** Writes the settings of the load balancer in front of the product's processes. @returns the file */
export function frontFile(layout: ClusterLayout): string {
  const servers = layout.products.map((port, at) => `  server p${at + 1} 127.0.0.1:${port} check inter 1s`);
  const text = `defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 60s
  option redispatch
  retries 2
listen product
  bind 127.0.0.1:${layout.ports.front}
  balance leastconn
  option httpchk GET /healthz
${servers.join("\n")}
`;
  return write(layout, "front.cfg", text);
}
