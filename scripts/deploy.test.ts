import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callLimits } from "#contract/call-limits.ts";
import { articleStreamPath } from "#contract/community-articles.ts";
import { refusals, type RefusalName } from "#contract/errors.ts";
import { WEB_BASE } from "#contract/web-base.ts";

const root = new URL("../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");
const nginx = read("deploy/nginx/marque.conf");

test.each<RefusalName>(["unreachable", "tooMany", "tooLarge"])(
  "nginx says what the product would, where it cannot ask it: %s",
  (name) => {
    const { status, code, message } = refusals[name];
    expect(nginx).toContain(`return ${status} '{"code":"${code}","message":"${message}","data":null}'`);
  },
);
test("nginx lets a picture through, gives up its connections before the product does, and streams what is a stream", () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(callLimits.picture.bytesMost);
  const product = /keepAlive: (\d+)_000,/.exec(read("server/http/clients.ts"))?.[1];
  const upstream = /upstream marque \{[^}]*keepalive_timeout (\d+)s;/.exec(nginx)?.[1];
  expect(Number(upstream)).toBeLessThan(Number(product));
  expect(nginx).toMatch(new RegExp(`location ~ /${articleStreamPath}\\$ \\{[^}]*proxy_buffering off;`));
  expect(nginx).toContain(`location ~ ^${WEB_BASE}(assets|fonts)/`);
});
test("what systemd starts is what npm starts", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  const command = /^ExecStart=\/usr\/bin\/env (?:[A-Z_]+=\S+ )+(.+)$/m.exec(
    read("deploy/systemd/marque@.service"),
  )?.[1];
  expect(command?.replace("/opt/marque/node_modules/.bin/", "")).toBe(
    scripts.start.replace("--env-file-if-exists=.env ", ""),
  );
});
test("PgBouncer lets through what the driver says at its start", () => {
  const [, held = ""] = /const HELD = \{ (\w+):/.exec(read("server/database/database.ts")) ?? [];
  expect(read("deploy/pgbouncer/pgbouncer.ini")).toMatch(
    new RegExp(`^ignore_startup_parameters = .*\\b${held}\\b`, "m"),
  );
});
