import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { limitConnections, handleClientError } from "./connection-timeouts.ts";

const LARGE = Buffer.alloc(32 * 1024 * 1024);
let server: Server;
let port = 0;
/** Connections that the server holds. */
const held = new Set<Socket>();
const clients: Socket[] = [];
/** How many there have been. */
let taken = 0;
beforeAll(async () => {
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    if (request.url === "/large") return void response.end(LARGE);
    return void request.resume().on("end", () => response.end("whole"));
  });
  server.on("clientError", handleClientError);
  server.on("connection", (socket: Socket) => {
    taken++;
    held.add(socket);
    socket.on("close", () => held.delete(socket));
  });
  limitConnections(server, { headers: 400, request: 600, silence: 800 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(() => server.close());

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  clients.push(socket);
  await once(socket, "connect");
  return socket;
}
/** A byte now and then, for ever: what never lets the connection fall silent. @returns what came until the server ended it */
async function drip(head: string): Promise<string> {
  const socket = await open();
  let came = "";
  socket.on("data", (chunk: Buffer) => (came += chunk.toString()));
  socket.write(head);
  const closed = once(socket, "close");
  let isOver = false;
  void closed.then(() => (isOver = true));
  while (!isOver) {
    if (!socket.writableEnded) socket.write("a");
    await setTimeout(20);
  }
  return came;
}
const answered = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();

test.each([
  ["a head", "GET / HTTP/1.1\r\nhost: x\r\nx-a: "],
  ["a body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n"],
])("T10 %s that drips is told 408 and let go, and others are answered meanwhile", async (_what, head) => {
  const before = taken;
  const slow = Promise.all(Array.from({ length: 20 }, () => drip(head)));
  await expect.poll(() => taken).toBeGreaterThanOrEqual(before + 20);
  expect(await answered()).toBe("whole");
  for (const came of await slow) expect(came).toContain("HTTP/1.1 408 ");
});

test.each([
  ["the answer", 1],
  ["the answers, and asks on and on,", 500],
])("T10 who never reads %s is let go, and others are answered meanwhile", async (_what, times) => {
  const before = held.size;
  const slow = await Promise.all(Array.from({ length: 5 }, open));
  for (const socket of slow) {
    socket.pause();
    socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n".repeat(times));
  }
  expect(await answered()).toBe("whole");
  // Theirs end; that of whoever was answered is kept for the next request.
  await expect.poll(() => held.size).toBeLessThanOrEqual(before + 1);
});
