import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Names of networks that Fastify's trustProxy accepts (package proxy-addr). */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};
const withoutIpv4Mapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6");
/** Prefix length of a netmask in dotted notation. */
const maskLength = (mask: string): number =>
  mask
    .split(".")
    .map((part) => Number(part).toString(2).replaceAll("0", "").length)
    .reduce((sum, bits) => sum + bits, 0);

function parseNetworks(trusted: string): BlockList {
  const list = new BlockList();
  for (const entry of trusted.split(",").flatMap((part) => namedNetworks[part.trim()] ?? [part.trim()])) {
    const [address = "", size] = withoutIpv4Mapping(entry).split("/");
    if (size === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, size.includes(".") ? maskLength(size) : Number(size), familyOf(address));
  }
  return list;
}

/**
 * Tells whether an address is that of a trusted proxy.
 * @param trusted TRUST_PROXY: the number of trusted proxies, or their addresses and networks; null: none
 */
export function createProxyCheck(trusted: string | null): (address: string, hop: number) => boolean {
  if (trusted === null) return () => false;
  if (/^\d+$/.test(trusted)) return (_address, hop) => hop < Number(trusted);
  const networks = parseNetworks(trusted);
  return (address) => {
    const plain = withoutIpv4Mapping(address);
    return isIP(plain) !== 0 && networks.check(plain, familyOf(plain));
  };
}

/**
 * Returns the client's address of a request that bypasses the framework; the same as `request.ip` of Fastify.
 * @param trusted TRUST_PROXY: the number of trusted proxies, or their addresses and networks; null: none
 */
export function createClientAddressReader(trusted: string | null): (request: IncomingMessage) => string {
  const socketAddress = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";
  if (trusted === null) return socketAddress;
  const isTrusted = createProxyCheck(trusted);
  return (request) => {
    const forwarded = String(request.headers["x-forwarded-for"] ?? "");
    if (forwarded === "") return socketAddress(request);
    // The nearest address first; the first one that is not a trusted proxy is the client.
    const hops = [
      socketAddress(request),
      ...forwarded
        .split(",")
        .map((part) => part.trim())
        .toReversed(),
    ];
    return hops.find((address, hop) => !isTrusted(address, hop)) ?? hops.at(-1) ?? "";
  };
}
