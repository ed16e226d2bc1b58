import { BlockList, isIP } from "node:net";

/** The part of an address that one household or phone has: IPv4 whole, IPv6 its first 64 bits. */
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

/** Networks that nobody outside of an installation has an address of: this machine's own, private ones, their links. */
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
/** Whether an address is one of those; false for what is no address. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%", 1)[0] ?? "";
  const version = isIP(plain);
  return version !== 0 && privateNetworks.check(plain, version === 4 ? "ipv4" : "ipv6");
}

/** This machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127\./.test(address);
