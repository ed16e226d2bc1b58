import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";

/**
 * Timeouts of a connection, ms. A client that sends single bytes to hold a connection open (Slowloris) is
 * disconnected; a phone that uploads the picture of a licence (10 MB) at 1 Mbit/s is not.
 */
const defaultTimeouts = {
  /** Until all headers have arrived. */
  headers: 20_000,
  /** Until the whole request has arrived. */
  request: 120_000,
  /** Without any data in either direction. */
  silence: 130_000,
  /** Between requests; Fastify's default. */
  keepAlive: 72_000,
} as const;
/** Interval between checks of these timeouts, ms. */
export const CONNECTION_CHECK_INTERVAL = 5_000;
/** Maximum number of connections. Further ones are closed at once, to keep the memory for those that are being served. */
export const MAX_CONNECTIONS = 20_000;

/**
 * Connections that may wait to be accepted. With Node's 511 those of one address that opens hundreds at once would push
 * out others, and a proxy would answer 502. Linux limits it to net.core.somaxconn, 4,096 by default.
 */
export const LISTEN_BACKLOG = 4_096;

/** Sets the timeouts and limits of a server. @param overrides other timeouts, ms */
export function limitConnections(
  server: Server,
  overrides: Partial<Record<keyof typeof defaultTimeouts, number>> = {},
): Server {
  const timeouts = { ...defaultTimeouts, ...overrides };
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.setTimeout(timeouts.silence);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

type ClientError = Error & { readonly code?: string };
const refusalOfParserError: Readonly<Record<string, readonly [number, RefusalName]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "badRequest"],
  HPE_HEADER_OVERFLOW: [431, "tooLarge"],
};

/** Answers requests that Node's HTTP parser refuses with our envelope (requirement T10), and closes the connection. */
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
