import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitConnections, handleClientError } from "./connection-timeouts.ts";

let server: Server;
beforeAll(async () => {
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    request.resume().on("end", () => response.end("complete"));
  });
  server.on("clientError", handleClientError);
  limitConnections(server, { headers: 100, request: 200 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** Sends a text and nothing more. @returns all data until the server closes the connection */
const sendRaw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });

test.each([
  ["headers that never end", "GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n"],
  ["a body that never comes", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf"],
])("T10 %s: the client gets 408 and is disconnected", async (_name, text) => {
  const [head = "", body = ""] = (await sendRaw(text)).split("\r\n\r\n");
  expect(head).toContain("HTTP/1.1 408 ");
  expect(JSON.parse(body)).toEqual({ code: "408", message: "请求格式不正确", data: null });
});

test("a complete request is answered", async () => {
  expect(await sendRaw("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).toContain("complete");
});
