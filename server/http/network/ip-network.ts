import { BlockList, isIP } from "node:net";

/** The part of an IP address that one household or phone has: all of IPv4, the first 64 bits of IPv6. */
export function networkPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("%", 1)[0]?.split("::") ?? [];
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Math.max(0, 8 - start.length - end.length) : 0;
  const groups = [...start, ...Array.from({ length: zeros }, () => "0"), ...end];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}

/** Loopback, private and link-local networks, from which no client on the internet can come. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");
/** Whether a text is an address in one of those networks. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%", 1)[0] ?? "";
  const version = isIP(plain);
  return version !== 0 && privateNetworks.check(plain, version === 4 ? "ipv4" : "ipv6");
}

/** Whether an IP address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127\./.test(address);
/** Whether the host of a URL is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "127.0.0.1" || host === "[::1]" || host.endsWith(".localhost");
