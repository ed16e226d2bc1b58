import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");
const patroni = read("deploy/ha/patroni.yml");
const haproxy = read("deploy/ha/haproxy.cfg");
const pgbouncer = read("deploy/ha/pgbouncer.ini");

type Machine = {
  readonly patroni?: string;
  readonly postgres?: string;
  /** Text of the settings file; its passwords and programs are those of the test. */
  readonly settings?: string;
  /** Output of `patronictl show-config`. */
  readonly cluster?: string;
  readonly hasWatchdog?: boolean;
  /** Password of the rewinder; the others are set. */
  readonly password?: string;
};
/** Runs deploy/ha/check.sh with programs of these versions. */
function check(machine: Machine, ...options: string[]): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), "marque-ha-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { patroni: version = "3.0.3", postgres = "15.18 (Debian)", settings = patroni } = machine;
  const programs = {
    patroni: `echo patroni ${version}`,
    postgres: `echo "postgres (PostgreSQL) ${postgres}"`,
    patronictl: `cat <<'END'\n${machine.cluster ?? ""}\nEND`,
  };
  for (const [name, body] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const device = join(folder, "watchdog");
  if (machine.hasWatchdog === true) writeFileSync(device, "");
  const file = join(folder, "config.yml");
  const own = settings
    .replace("CHANGE-REWINDER", machine.password ?? "own-rewinder")
    .replaceAll(/CHANGE-(?!REWINDER)/g, "own-")
    .replace("/usr/lib/postgresql/15/bin", folder)
    .replace("/dev/watchdog", device);
  writeFileSync(file, own);
  const { status, stdout, stderr } = spawnSync(
    fileURLToPath(new URL("deploy/ha/check.sh", root)),
    [file, ...options],
    {
      env: { PATH: [folder, process.env["PATH"]].join(delimiter) },
      encoding: "utf8",
    },
  );
  return { status, said: stdout + stderr };
}
const v2 = patroni.replace("\netcd3:\n", "\netcd:\n");

test.for([
  ["3.0.2", patroni, "Patroni 3.0.2 with etcd3 loses acknowledged commits"],
  ["2.1.4", patroni, "has no failsafe_mode"],
  ["2.1.4", v2, "has no failsafe_mode"],
] as const)("HA02 the check refuses Patroni %s", ([version, settings, said]) => {
  const result = check({ patroni: version, settings });
  expect(result.said).toContain(said);
  expect(result.status).toBe(1);
});
test.for([
  ["3.0.3", patroni],
  ["3.0.10", patroni],
  ["4.0.4", patroni],
  ["3.0.2", v2],
] as const)("HA02 the check accepts Patroni %s", ([version, settings]) => {
  expect(check({ patroni: version, settings })).toEqual({
    status: 0,
    said: `check: Patroni ${version} and PostgreSQL 15.18, settings as required\n`,
  });
});
test.for([
  ["synchronous_mode: true", "synchronous_mode: false", "synchronous_mode must be true"],
  ["failsafe_mode: true", "#failsafe_mode: true", "failsafe_mode must be true"],
  ["wal_sender_timeout: 5s", "wal_sender_timeout: 60s", 'not "60s"'],
  ["wal_sender_timeout: 5s", "wal_sender_timeout: 0", 'not "0"'],
  ["ttl: 20", "ttl: 14", "ttl must be at least"],
  ["\netcd3:\n", "\nconsul:\n", "neither etcd3 nor etcd is set"],
  ["\netcd3:\n", "\netcd:\n  hosts: a\netcd3:\n", "only one of etcd3 and etcd"],
] as const)("HA02 the check refuses %s changed to %s", ([from, to, said]) => {
  expect(patroni).toContain(from);
  const result = check({ settings: patroni.replace(from, to) });
  expect(result).toEqual({ status: 1, said: expect.stringContaining(said) as string });
});
test("HA02 the check refuses a PostgreSQL before 15", () => {
  expect(check({ postgres: "14.13" })).toEqual({
    status: 1,
    said: "check: PostgreSQL 14.13 is older than 15\n",
  });
});
test("HA02 the check demands the watchdog where there is one", () => {
  const settings = patroni.replace("mode: automatic", 'mode: "off"');
  expect(check({ settings }).status).toBe(0);
  expect(check({ settings, hasWatchdog: true }).said).toContain(
    "watchdog.mode must be automatic or required",
  );
  expect(check({ hasWatchdog: true }).status).toBe(0);
});
test("HA02 with --cluster the check judges the settings in etcd too", () => {
  const cluster = [
    "failsafe_mode: true",
    "loop_wait: 5",
    "postgresql:",
    "  parameters:",
    "    wal_sender_timeout: 5s",
    "retry_timeout: 5",
    "synchronous_mode: true",
    "ttl: 20",
  ].join("\n");
  expect(check({ cluster }, "--cluster").status).toBe(0);
  const other = check(
    { cluster: cluster.replace("synchronous_mode: true", "synchronous_mode: false") },
    "--cluster",
  );
  expect(other.status).toBe(1);
  expect(other.said).toBe(
    "check: the cluster's settings (patronictl edit-config): synchronous_mode must be true\n",
  );
});
test("HA02 Patroni starts only after the check", () => {
  expect(read("deploy/ha/systemd/patroni.conf")).toContain(
    "\nExecStartPre=/opt/marque/deploy/ha/check.sh /etc/patroni/config.yml\n",
  );
});
test("HA02 the check refuses a password of the example", () => {
  expect(patroni.match(/password: CHANGE-/g)).toHaveLength(3);
  expect(check({ password: "CHANGE-REWINDER" })).toEqual({
    status: 1,
    said: "check: a password still says CHANGE-\n",
  });
});

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
test("HA01 the files of deploy/ha name the same machines and ports", () => {
  const etcd = read("deploy/ha/etcd.env");
  const machines = [...etcd.matchAll(/=?(db\d)=http:\/\/([\d.]+):2380/g)].map(([, name, address]) => [
    name,
    address,
  ]);
  expect(machines).toHaveLength(3);
  const servers = [...haproxy.matchAll(/^ {2}server (db\d) ([\d.]+):5432 .* check port 8008$/gm)].map(
    ([, name, address]) => [name, address],
  );
  expect(servers).toEqual([...machines, ...machines]);
  expect(/^ {2}hosts: (.*)$/m.exec(patroni)?.[1]).toBe(
    machines.map(([, address]) => `${address}:2379`).join(","),
  );
  expect(numberIn(pgbouncer, /^marque = host=[\d.,]+ port=(\d+)/m)).toBe(
    numberIn(haproxy, /^listen primary\n {2}bind :(\d+)$/m),
  );
  expect(patroni).toContain("\nrestapi:\n  listen: 10.0.0.21:8008\n  connect_address: 10.0.0.21:8008\n");
});
test("HA01 all PgBouncers together ask for fewer connections than HAProxy and PostgreSQL allow", () => {
  const [, hosts = ""] = /^marque = host=([\d.,]+)/m.exec(pgbouncer) ?? [];
  const pool =
    numberIn(pgbouncer, /^default_pool_size = (\d+)$/m) + numberIn(pgbouncer, /^reserve_pool_size = (\d+)$/m);
  const [most, allowed] = [
    numberIn(haproxy, /server db1 .* maxconn (\d+) /),
    numberIn(patroni, /max_connections: (\d+)$/m),
  ];
  expect(2 * pool * hosts.split(",").length).toBeLessThan(most);
  expect(most).toBeLessThan(allowed);
});
test("HA01 PgBouncer has the settings of one machine, on a port that two processes share", () => {
  const single = read("deploy/pgbouncer/pgbouncer.ini");
  for (const name of ["pool_mode", "ignore_startup_parameters", "query_wait_timeout", "listen_port"]) {
    const line = new RegExp(`^${name} = .*$`, "m");
    expect(line.exec(pgbouncer)?.[0]).toBe(line.exec(single)?.[0]);
  }
  expect(pgbouncer).toMatch(/^so_reuseport = 1$/m);
  for (const number of [1, 2]) {
    const own = read(`deploy/ha/pgbouncer-${number}.ini`);
    // A second [pgbouncer] would set everything of the first back to its default.
    expect(own.split("\n").filter((line) => /^[%[]/.test(line))).toEqual([
      "%include /etc/pgbouncer/marque.ini",
    ]);
    expect(own).toMatch(new RegExp(`^pidfile = /run/marque-pgbouncer-${number}/`, "m"));
  }
});
test("HA01 HAProxy ends the connections to a server that is no longer the primary", () => {
  const primary = /^listen primary\n([\s\S]*?)\n\n/m.exec(haproxy)?.[1] ?? "";
  expect(primary).toContain("option httpchk OPTIONS /primary");
  expect(primary).toMatch(/^ {2}default-server .* on-marked-down shutdown-sessions$/m);
});
