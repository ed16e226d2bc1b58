import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";

/**
 * What one client may take of the server before its request is whole, ms. Someone who sends a byte now
 * and then to hold a connection open is let go; a phone that sends its licence's picture (10 MB) at
 * 1 Mbps is not.
 */
const defaultTimeouts = {
  /** All headers are there. */
  headers: 20_000,
  /** The whole request is there. */
  request: 120_000,
  /** Nothing has moved on the connection, either way. */
  silence: 130_000,
  /** Between requests; Fastify's own default. */
  keepAlive: 72_000,
} as const;
/** How often connections are looked at, ms. */
export const CONNECTION_CHECK_INTERVAL = 5_000;
/** Connections at once. Past it new ones are closed at once: each costs memory, and those who are being served go on. */
const MAX_CONNECTIONS = 20_000;

/** Sets what clients may take of a server. @param over other waits, ms */
export function limitConnections(
  server: Server,
  over: Partial<Record<keyof typeof defaultTimeouts, number>> = {},
): Server {
  const waits = { ...defaultTimeouts, ...over };
  server.headersTimeout = waits.headers;
  server.requestTimeout = waits.request;
  server.keepAliveTimeout = waits.keepAlive;
  server.setTimeout(waits.silence);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

type ClientError = Error & { readonly code?: string };
const refusalOfParserError: Readonly<Record<string, readonly [number, RefusalName]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "badRequest"],
  HPE_HEADER_OVERFLOW: [431, "tooLarge"],
};

/** What Node's parser refuses before there is a request, in our words (requirement T10); the connection ends. */
export function handleClientError(error: ClientError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy(error);
  const [status, name] = refusalOfParserError[error.code ?? ""] ?? [400, "badRequest"];
  const { message } = new Refusal(name);
  const body = JSON.stringify({ code: String(status), message, data: null });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
