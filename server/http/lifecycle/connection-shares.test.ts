import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { shareConnections } from "./connection-shares.ts";

const opened: Socket[] = [];
let stop = (): void => {};
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  stop();
});

/** A server that answers "ok"; `open` connects from a local address and tells whether it was answered. */
async function createScene(total: number, trustProxy: string | null = null) {
  const server = createServer((_request, response) => response.end("ok"));
  shareConnections(server, { rateLimits: true, isProduction: true, trustProxy }, total);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stop = () => void server.close();
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    opened.push(socket);
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    return Promise.race([
      once(socket, "data").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
  };
  const openMany = async (localAddress: string, count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => open(localAddress)));
    return all.filter(Boolean).length;
  };
  return { open, openMany };
}

test("T10 one address has a third of the connections, and others still find some", async () => {
  const { openMany } = await createScene(60);
  expect(await openMany("127.0.0.2", 60)).toBe(20);
  expect(await openMany("127.0.0.3", 5)).toBe(5);
});

test("T10 a closed connection is free again", async () => {
  const { open, openMany } = await createScene(9);
  expect(await openMany("127.0.0.2", 9)).toBe(3);
  for (const socket of opened.splice(0)) socket.destroy();
  await expect.poll(() => open("127.0.0.2")).toBe(true);
});

test("T10 the connections of a trusted proxy are not counted as one client's", async () => {
  const { openMany } = await createScene(30, "127.0.0.2");
  expect(await openMany("127.0.0.2", 29)).toBe(29);
});
