// nginx with the configuration of deploy/, in front of one product (apt-get install nginx-light).
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";
import { startGuarded } from "../../server/testing/guarded-process.ts";

const configuration = fileURLToPath(new URL("../../deploy/nginx/marque.conf", import.meta.url));

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
}

/**
 * Starts nginx on a free port without TLS, so that the attack's own work stays small. A client's address is the
 * forwarded one, since all clients run on this machine.
 */
export async function startNginx(productPort: number): Promise<{ origin: string; stop(): Promise<unknown> }> {
  const folder = mkdtempSync(join(tmpdir(), "marque-nginx-"));
  const port = await freePort();
  const site = readFileSync(configuration, "utf8")
    .replace("127.0.0.1:8081", `127.0.0.1:${productPort}`)
    .replace(/\n\s*server 127\.0\.0\.1:8082[^\n]*/, "")
    .replace(/server \{\s*listen 80;[\s\S]*?\n\}\n/, "")
    .replace(
      /listen 443 ssl http2;/,
      `listen 127.0.0.1:${port}; set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;`,
    )
    .replace(/listen \[::\]:443 ssl http2;/, "")
    .replaceAll(/\n\s*ssl_[^\n]*/g, "")
    .replaceAll(/\/var\/(log|cache)\/nginx/g, folder);
  writeFileSync(join(folder, "marque.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events { worker_connections 16384; } http { include /etc/nginx/mime.types; ${paths} include ${folder}/marque.conf; }`,
  );
  const options = ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  execFileSync("nginx", ["-t", "-q", ...options], { stdio: "pipe" });
  const nginx = startGuarded("nginx", options, { after: `rm -rf '${folder}'` });
  await untilListening(port);
  return { origin: `http://127.0.0.1:${port}`, stop: () => nginx.stop() };
}
