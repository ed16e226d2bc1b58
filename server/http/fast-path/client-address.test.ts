import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { createClientAddressReader } from "./client-address.ts";
import { createHttpServer } from "../pipeline/create-server.ts";
import { FastPath } from "./fast-path.ts";

const forwardedHeaders = [
  undefined,
  "",
  "203.0.113.7",
  "198.51.100.1, 203.0.113.7",
  "203.0.113.7,10.0.0.9",
  "2001:db8::1, 10.1.2.3 , 10.0.0.9",
  "203.0.113.7, ::ffff:10.0.0.9",
  "not an address, 10.0.0.9",
  "not an address",
];
const socketAddresses = ["127.0.0.1", "::ffff:10.0.0.9", "203.0.113.99", "::1"];

test.each([
  [null],
  ["0"],
  ["1"],
  ["2"],
  ["10.0.0.9"],
  ["loopback, 10.0.0.0/8"],
  ["10.0.0.0/255.0.0.0,127.0.0.1"],
  ["::1,uniquelocal"],
  ["linklocal"],
])("F22 the client address is the same as the framework's with TRUST_PROXY %s", async (trusted) => {
  const settings = { LOG_LEVEL: "silent", ...(trusted !== null && { TRUST_PROXY: trusted }) };
  const app = await createHttpServer(readConfig(settings), () => false, new FastPath(false));
  const addressOf = createClientAddressReader(trusted);
  app.get("/", ({ ip, raw }) => [ip, addressOf(raw)]);
  const addresses: [string, string][] = [];
  for (const remoteAddress of socketAddresses)
    for (const forwarded of forwardedHeaders) {
      const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
      addresses.push((await app.inject({ url: "/", remoteAddress, headers })).json());
    }
  expect(addresses.map(([, ours]) => ours)).toEqual(addresses.map(([framework]) => framework));
  await app.close();
});
