import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { headers as names } from "#contract/core/headers.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { newPerson } from "../../e2e/testing/people.ts";
import type { SystemFault } from "../../e2e/testing/faults/testbed.ts";

export type SmallDisk = { readonly folder: string; fill(): void; empty(): void; remove(): void };
/**
 * A separate disk in memory, so that the machine's own disk never fills up; null: only root can mount one.
 */
export function smallDisk(megabytes: number): SmallDisk | null {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "marque-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o777);
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      for (const size of [1_048_576, 4_096])
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      rmdirSync(folder);
    },
  };
}

/** Message for a person who uploads a picture; null if it was accepted. */
async function sendPicture(origin: string, token: string): Promise<string | null> {
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const answer = await fetch(`${origin}/mall-api/${uploadPicture.paths[0]}`, {
    method: "POST",
    headers: { "content-type": "image/jpeg", [names.accessToken]: token },
    body: new Uint8Array(picture),
  });
  const { message } = (await answer.json()) as { message: string };
  return answer.status === 200 ? null : message;
}

/**
 * Fills the disk for a while: files cannot grow, and the database, forced to begin a new WAL file, may stop;
 * it is restarted when there is space again.
 * @param report receives the messages for a picture uploaded meanwhile and afterwards
 */
export const diskFull =
  (
    disk: SmallDisk,
    ms: number,
    report: (meanwhile: string | null, after: string | null) => void,
  ): SystemFault =>
  async ({ origin, cluster }) => {
    const { token } = await newPerson(origin);
    disk.fill();
    const meanwhile = await sendPicture(origin, token).catch(() => "no answer");
    await setTimeout(ms / 2);
    await cluster.execute("select pg_switch_wal()").catch(() => {});
    await setTimeout(ms / 2);
    disk.empty();
    const isThere = await cluster.execute("select 1").then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await cluster.kill();
      await cluster.restart();
    }
    await setTimeout(2_000);
    report(meanwhile, await sendPicture(origin, token));
  };
