import { BlockList, isIP } from "node:net";

/** A group with an upper-case letter or a leading zero, which other spellings of the same address do not have. */
const needsNormalising = /[A-F]|(?:^|:)0[^:]/;
const normaliseGroup = (group: string): string => group.toLowerCase().replace(/^0+(?=.)/, "");

/** The first four groups of an IPv6 address, of any spelling. */
function firstGroupsOf(address: string): string[] {
  // Most addresses of phones have no "::" before the fifth group: this costs a quarter of expanding all eight.
  const first = address.split(":", 4);
  if (first.length === 4 && !first.includes("")) return first;
  const [head = "", tail = ""] = address.split("%", 1)[0]?.split("::") ?? [];
  const start = head === "" ? [] : head.split(":");
  const end = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::") ? Math.max(0, 8 - start.length - end.length) : 0;
  return [...start, ...Array.from({ length: zeros }, () => "0"), ...end].slice(0, 4);
}

/**
 * The part of an IP address that one household or phone has: all of IPv4, the first 64 bits of IPv6. It is computed for
 * every request.
 */
export function networkPrefix(address: string): string {
  if (!address.includes(":")) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const groups = firstGroupsOf(plain);
  const prefix = groups.join(":");
  return needsNormalising.test(prefix) ? groups.map(normaliseGroup).join(":") : prefix;
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
