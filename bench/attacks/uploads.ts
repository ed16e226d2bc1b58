// A9: uploads that one account, or a few, keep open with slow bodies, beside another person's upload.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { uploadPicture } from "#contract/picture/picture.ts";
import { samplePhoto } from "../../server/testing/samples/sample-photo.ts";
import { TEST_URL_PREFIXES } from "../../server/testing/request.ts";
import { Stranger } from "./stranger.ts";
import type { AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const SLOW = 48;
const ACCOUNTS = 3;
const LENGTH = 3_000_000;
/** Time in which another person's upload must be done, ms. */
const MOST = 4_000;
const PATH = TEST_URL_PREFIXES.api + uploadPicture.paths[0];

/** Starts an upload that sends a byte now and then. */
async function startSlowUpload(target: Target, { token = "" }: Stranger, address: string): Promise<Socket> {
  const socket = connect(Number(new URL(target.origin).port), "127.0.0.1");
  socket.on("error", () => {});
  await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => undefined);
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\nx-access-token: ${token}\r\ncontent-type: image/jpeg\r\ncontent-length: ${LENGTH}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(20_000, 255));
  return socket;
}

/** The upload of somebody else. */
async function upload(person: Stranger, picture: Buffer): Promise<{ code: string; ms: number }> {
  const startedAt = performance.now();
  const { code } = await person.call(uploadPicture, {}, { picture }).catch(() => ({ code: "no answer" }));
  return { code, ms: performance.now() - startedAt };
}

async function attackFrom(target: Target, name: string, addresses: readonly string[]): Promise<AttackResult> {
  const picture = await samplePhoto();
  const accounts: Stranger[] = [];
  while (accounts.length < ACCOUNTS) accounts.push(await new Stranger(target, "198.51.100.90").become());
  const other = await new Stranger(target, "203.0.113.90").become();
  await upload(other, picture);
  const sockets = await Promise.all(
    Array.from({ length: SLOW }, (_, nth) => {
      const account = accounts[nth % ACCOUNTS] ?? other;
      return startSlowUpload(target, account, addresses[nth % addresses.length] ?? "");
    }),
  );
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("x");
  }, 500);
  await setTimeout(2_000);
  const { code, ms } = await upload(other, picture).finally(() => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });
  return {
    name,
    threshold: `00 within ${MOST / 1_000} s`,
    got: `${code} in ${ms.toFixed(0)} ms`,
    isHeld: code === "00" && ms < MOST,
  };
}

export async function attackUploads(target: Target): Promise<AttackResult[]> {
  const many = Array.from({ length: 6 }, (_, nth) => `198.51.100.${91 + nth}`);
  return [
    await attackFrom(target, `A9 another's upload beside ${SLOW} slow ones of one address`, [
      "198.51.100.90",
    ]),
    await attackFrom(target, `A9 the same of ${many.length} addresses, ${ACCOUNTS} accounts`, many),
  ];
}
