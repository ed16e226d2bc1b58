import fc from "fast-check";
import { expect, test } from "vitest";
import { networkPrefix } from "./ip-network.ts";

test("T10 a network is an IPv4 address or the first 64 bits of an IPv6 address, in every spelling", () => {
  for (const [address, network] of [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["2409:8a1e:6d40:9f0:1c2d:3e4f:5a6b:7c8d", "2409:8a1e:6d40:9f0"],
    ["2409:8A1E:6D40:09F0::1", "2409:8a1e:6d40:9f0"],
    ["2409:8a1e::1", "2409:8a1e:0:0"],
    ["2409:8a1e:0000:0000:0:0:0:1", "2409:8a1e:0:0"],
    ["2409:8a1e:1::", "2409:8a1e:1:0"],
    ["2409:8a1e:1:2::", "2409:8a1e:1:2"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["fe80:0:0:0:1:2:3:4%eth0", "fe80:0:0:0"],
  ] as const)
    expect([address, networkPrefix(address)]).toEqual([address, network]);
});

test("T10 all spellings of an IPv6 address are one network", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const address = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 7 }), (groups, from) => {
      const expected = groups
        .slice(0, 4)
        .map((one) => one.toString(16))
        .join(":");
      const long = groups.map((one) => one.toString(16).padStart(4, "0").toUpperCase()).join(":");
      const short = groups.map((one) => one.toString(16)).join(":");
      expect([networkPrefix(long), networkPrefix(short)]).toEqual([expected, expected]);
      // One group of zeros, left out.
      const zeroed = groups.with(from, 0);
      const [head, tail] = [zeroed.slice(0, from), zeroed.slice(from + 1)];
      const cut = [head, tail].map((part) => part.map((one) => one.toString(16)).join(":")).join("::");
      expect(networkPrefix(cut)).toBe(networkPrefix(zeroed.map((one) => one.toString(16)).join(":")));
    }),
  );
});
