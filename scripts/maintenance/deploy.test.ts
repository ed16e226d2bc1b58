import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { callLimits } from "#contract/core/call-limits.ts";
import { articleStreamPath } from "#contract/club/articles.ts";
import { refusalTerms, type RefusalName } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";

const root = new URL("../../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");
const nginx = read("deploy/nginx/marque.conf");

test.each<RefusalName>(["unreachable", "tooMany", "tooLarge"])(
  "nginx sends the product's response if the product is unreachable: %s",
  (name) => {
    const { status, code, message } = refusalTerms(name);
    expect(nginx).toContain(`return ${status} '{"code":"${code}","message":"${message}","data":null}'`);
  },
);
test("nginx accepts picture uploads, closes idle upstream connections first, and does not buffer event streams", () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(callLimits.picture.maxBytes);
  const product = /keepAlive: (\d+)_000,/.exec(read("server/http/lifecycle/connection-timeouts.ts"))?.[1];
  const upstream = /upstream marque \{[^}]*keepalive_timeout (\d+)s;/.exec(nginx)?.[1];
  expect(Number(upstream)).toBeLessThan(Number(product));
  expect(nginx).toMatch(new RegExp(`location ~ /${articleStreamPath}\\$ \\{[^}]*proxy_buffering off;`));
  expect(nginx).toContain(`location ~ ^${WEB_BASE}(assets|fonts)/`);
});
test("CO05 the console has its own instances, on the port to which nginx can send it", () => {
  const unit = read("deploy/systemd/marque-console.service");
  expect(unit).toMatch(/^ExecStart=.* PORT=8089 SERVE=console /m);
  expect(nginx).toMatch(
    /location ~ \^\/console\(-api\)\?\(\/\|\$\) \{\s+proxy_pass http:\/\/marque_console;/,
  );
});
test("nginx locations with their own proxy_set_header repeat the common headers", () => {
  const headersIn = (text: string): string[] =>
    [...text.matchAll(/^ *proxy_set_header (\S+ .+);$/gm)].map(([, header = ""]) => header);
  const places = [...nginx.matchAll(/^ {4}location [^{]*\{\n([\s\S]*?)^ {4}\}$/gm)].map(
    ([, text = ""]) => text,
  );
  const ofAll = headersIn(nginx.replace(/^ {4}location [^{]*\{\n[\s\S]*?^ {4}\}$/gm, ""));
  expect(ofAll.map((header) => header.split(" ")[0])).toEqual(
    expect.arrayContaining([
      "Connection",
      "Host",
      "X-Forwarded-For",
      "X-Forwarded-Proto",
      "X-Forwarded-Host",
    ]),
  );
  const own = places.map(headersIn).filter((headers) => headers.length > 0);
  expect(own).toHaveLength(1);
  for (const headers of own) expect(headers).toEqual(expect.arrayContaining(ofAll));
});
test("nginx requests a missing build file from another instance", () => {
  const files = /location ~ [^{]*\(assets\|fonts\)\/ \{[^}]*\}/.exec(nginx)?.[0] ?? "";
  const tries = (text: string): number => Number(/^ *proxy_next_upstream_tries (\d+);$/m.exec(text)?.[1]);
  expect(files).toMatch(/^ *proxy_next_upstream error timeout http_404;$/m);
  expect(tries(files)).toBe(tries(nginx.replace(files, "")) + 1);
  expect(nginx.match(/http_404/g)).toHaveLength(1);
  expect(nginx).not.toContain("non_idempotent");
});
test("nginx logs contain no query and no Referer, because these carry tokens, codes and mobiles", () => {
  const servers = [...nginx.matchAll(/^server \{\n([\s\S]*?)^\}$/gm)].map(([, text = ""]) => text);
  expect(servers).toHaveLength(2);
  for (const server of servers) {
    expect(server.match(/^ *access_log .+;$/gm)).toEqual([
      "    access_log /var/log/nginx/marque.log marque;",
    ]);
    // The only level at which nginx adds no request line to its messages.
    expect(server.match(/^ *error_log .+;$/gm)).toEqual([
      "    error_log /var/log/nginx/marque-error.log emerg;",
    ]);
  }
  const format = /^log_format marque '(.+)';$/m.exec(nginx)?.[1] ?? "";
  expect(format).toContain('"$request_method $uri"');
  expect(format).not.toMatch(/\$(request\b|request_uri|args|query_string|arg_|http_|cookie_|is_args)/);
});
type Packages = {
  readonly scripts: { readonly start: string } & Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};
const packages = JSON.parse(read("package.json")) as Packages;
test.for(["marque@", "marque-console"])("systemd starts %s by the same command as npm start", (unit) => {
  const { scripts } = packages;
  const command = /^ExecStart=\/usr\/bin\/env (?:[A-Z_]+=\S+ )+(.+)$/m.exec(
    read(`deploy/systemd/${unit}.service`),
  )?.[1];
  expect(command?.replace("/opt/marque/node_modules/.bin/", "")).toBe(
    scripts.start.replace("--env-file-if-exists=.env ", ""),
  );
});
test("an installation without development dependencies has the programs that it starts", () => {
  const started = [
    "deploy/systemd/marque@.service",
    "deploy/systemd/marque-backup.service",
    "deploy/command.sh",
  ];
  const programs = started.flatMap((file) =>
    [...read(file).matchAll(/\/opt\/marque\/node_modules\/\.bin\/([\w-]+)/g)].map(([, name = ""]) => name),
  );
  expect(programs).toEqual(["node", "node"]);
  expect(Object.keys(packages.dependencies)).toEqual(expect.arrayContaining(programs));
});
test("command.sh runs every command with the installation's settings and as its user", () => {
  const named = Object.entries(packages.scripts).flatMap(([name, script]) =>
    script === `node --env-file-if-exists=.env scripts/commands/${name}.ts` ? [name] : [],
  );
  expect(/^ {2}([a-z |-]+)\) ;;$/m.exec(read("deploy/command.sh"))?.[1]?.split(" | ")).toEqual(named.sort());
  const { env, noted } = standIns();
  execFileSync(script("command.sh"), ["account", "lock it"], { env });
  const [line = ""] = noted();
  const unit = read("deploy/systemd/marque@.service");
  for (const [setting, option] of [
    ["User", "--uid="],
    ["Group", "--gid="],
    ["WorkingDirectory", "--working-directory="],
    ["EnvironmentFile", "--property=EnvironmentFile="],
  ] as const)
    expect(line).toContain(` ${option}${new RegExp(`^${setting}=(.+)$`, "m").exec(unit)?.[1]} `);
  expect(line).toMatch(
    / \/opt\/marque\/node_modules\/\.bin\/node scripts\/commands\/account\.ts lock it \[none\]$/,
  );
  expect(() => execFileSync(script("command.sh"), ["../x"], { env, stdio: "pipe" })).toThrow("usage");
});
test("PgBouncer accepts the driver's startup parameter", () => {
  const [, held = ""] = /const HELD = \{ (\w+):/.exec(read("server/database/connection/database.ts")) ?? [];
  expect(read("deploy/pgbouncer/pgbouncer.ini")).toMatch(
    new RegExp(`^ignore_startup_parameters = .*\\b${held}\\b`, "m"),
  );
});

test("files restored by root belong to the owner of DATA_DIR, and the database is analyzed", () => {
  const { env, noted } = standIns({ id: "echo 0", chown: "" });
  const own = { ...env, DATABASE_URL: "postgres://db/marque", BACKUP_KEYS_DIR: join(env.BACKUP_DIR, "keys") };
  mkdirSync(join(env.DATA_DIR, "media/originals"), { recursive: true });
  writeFileSync(join(env.DATA_DIR, "media/originals/a"), "a");
  writeFileSync(join(env.DATA_DIR, "data-keys.json"), "{}");
  const backup = execFileSync(script("backup.sh"), { env: own, encoding: "utf8", stdio: "pipe" }).trim();
  const restored = `${env.DATA_DIR}-restored`;
  execFileSync(script("restore.sh"), [backup], { env: { ...own, DATA_DIR: restored }, stdio: "pipe" });
  const given = noted().filter((line) => line.startsWith("chown "));
  expect(given).toEqual(
    ["media", "data-keys.json"].map(
      (name) => `chown -R --reference=${restored} ${join(restored, name)} [none]`,
    ),
  );
  expect(noted().find((line) => line.includes("--command=analyze"))).toMatch(/^psql .*--dbname=postgres:/);
});

test("a failed or hanging backup triggers an existing alarm unit", () => {
  const unit = read("deploy/systemd/marque-backup.service");
  const alarm = /^OnFailure=(marque-[a-z]+@)%N\.service$/m.exec(unit)?.[1] ?? "";
  expect(read(`deploy/systemd/${alarm}.service`)).toContain("\nExecStart=/etc/marque/alarm %i\n");
  expect(unit).toMatch(/^TimeoutStartSec=\d+h$/m);
});
test.each([
  ["has enough space", 2_524_288, /\/marque-\w+Z$/],
  ["lacks space", 2_524_287, /has 2465 MB left, and pictures are 1953 MB/],
])("a backup's disk %s for the pictures and a margin for the database", (_what, free, output) => {
  const { env } = standIns({ du: "echo 2000000", df: `printf 'Disk\\nx 9 9 ${free} 9%% /\\n'` });
  mkdirSync(join(env.DATA_DIR, "media/originals"), { recursive: true });
  const own = { ...env, DATABASE_URL: "postgres://db/marque" };
  const { stdout, stderr } = spawnSync(script("backup.sh"), { env: own, encoding: "utf8" });
  expect((stdout + stderr).trim()).toMatch(output);
});

/** Fakes of the PostgreSQL and systemd programs, which only record their arguments, and a folder for data. */
function standIns(more: Readonly<Record<string, string>> = {}): {
  folder: string;
  noted: () => string[];
  env: Record<"PATH" | "DATA_DIR" | "BACKUP_DIR", string>;
} {
  const folder = mkdtempSync(join(tmpdir(), "marque-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const notes = join(folder, "noted");
  const programs = { pg_dump: "", pg_restore: "", psql: "echo 0", "systemd-run": "", ...more };
  for (const [name, says] of Object.entries(programs))
    writeFileSync(
      join(folder, name),
      `#!/bin/sh
printf '%s %s [%s]\\n' ${name} "$*" "\${PGPASSWORD-none}" >>'${notes}'
for one; do case $one in --file=*) echo dump >"\${one#--file=}" ;; esac; done
${says}
`,
      { mode: 0o755 },
    );
  const env = {
    PATH: [folder, process.env["PATH"]].join(delimiter),
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: join(folder, "backups"),
  };
  return { folder, noted: () => readFileSync(notes, "utf8").trim().split("\n"), env };
}
const script = (name: string): string => fileURLToPath(new URL(`deploy/${name}`, root));

test.each([
  ["p%40s%3as%2F%25w%C3%B6rd$'\"", "p@s:s/%wörd$'\""],
  ["100%", "100%"],
])("backup and restore keep the database password %s out of the process list", (written, password) => {
  const { env, noted } = standIns();
  const own = { ...env, DATABASE_URL: `postgres://marque:${written}@db:5432/marque?sslmode=require` };
  const backup = execFileSync(script("backup.sh"), { env: own, encoding: "utf8" }).trim();
  execFileSync(script("restore.sh"), [backup], { env: own, stdio: "pipe" });
  const toDatabase = noted().filter((line) => line.includes("postgres://"));
  expect(toDatabase.map((line) => line.split(" ")[0])).toEqual(["pg_dump", "psql", "pg_restore", "psql"]);
  for (const line of toDatabase) {
    expect(line).toContain("postgres://marque@db:5432/marque?sslmode=require ");
    expect(line).toMatch(/ \[[^ ]+\]$/);
    expect(line.slice(line.lastIndexOf("[") + 1, -1)).toBe(password);
  }
});
test("an address without a password is unchanged, and a password in its query is rejected", () => {
  const { env, noted } = standIns();
  const backUp = (url: string): string =>
    execFileSync(script("backup.sh"), {
      env: { ...env, DATABASE_URL: url },
      encoding: "utf8",
      stdio: "pipe",
    });
  backUp("postgres://marque@password.example.com/marque?sslmode=require");
  expect(noted()[0]).toMatch(
    / postgres:\/\/marque@password\.example\.com\/marque\?sslmode=require \[none\]$/,
  );
  expect(() => backUp("postgres://db/marque?user=marque&password=secret")).toThrow(
    "may have its password only",
  );
  expect(noted()).toHaveLength(2);
});
