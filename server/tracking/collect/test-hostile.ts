import { deflateSync, gzipSync } from "node:zlib";
import { sampleForm, sampleEvent } from "../test-client.ts";

/** A source of chance that a seed repeats: 0 ≤ x < 1 (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const list = (bytes: Buffer | string): string =>
  `data_list=${encodeURIComponent(Buffer.from(bytes).toString("base64"))}`;
const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const oddTexts = [
  "",
  "\0",
  "\ud800",
  "a\udfffb",
  "\u2028",
  "%",
  "%E0%A4%A",
  "'; drop table tracked_event; --",
  "１３８００１３８０００",
];
const oddNames = ["__proto__", "constructor", "a b", "$", "x".repeat(300), "", "\0", "toString", "length"];
const oddNumbers = [1e308, -1e308, 5e-324, 2 ** 53, -0, 8.64e15 + 1];

// Packed once: packing costs a hundred times what refusing it does.
const bombs = [1_100_000, 8_000_000].map((size) => gzipSync(Buffer.alloc(size, 91)));
const bombInside = gzipSync(gzipSync(Buffer.alloc(10_000_000)));

/** Bodies by kind, each as some stranger might send it. @param chance 0 ≤ x < 1 */
export const hostileKinds: Readonly<Record<string, (chance: () => number) => string>> = {
  noise: (chance) =>
    Buffer.from(Array.from({ length: Math.floor(chance() * 2_000) }, () => chance() * 256)).toString(
      "latin1",
    ),
  bitten(chance) {
    const form = Buffer.from(sampleForm.data(sampleEvent()));
    for (let bites = 0; bites < 4; bites++) form[Math.floor(chance() * form.length)] = chance() * 256;
    return form.toString("latin1").slice(0, Math.floor(chance() * form.length * 1.2));
  },
  badBase64: (chance) => `data=${"=+/?%".repeat(1 + chance() * 200)}`,
  badChecksum: (chance) =>
    `${sampleForm.data(sampleEvent()).split("&")[0]}&ext=crc%3D${Math.floor(chance() * 1e9)}`,
  bomb: (chance) => list(bombs[Math.floor(chance() * bombs.length)] ?? ""),
  bombInside: () => list(bombInside),
  cutPack: (chance) => list(gzipSync("[1]".repeat(1_000)).subarray(0, 5 + Math.floor(chance() * 30))),
  otherPack: () => list(deflateSync(JSON.stringify([sampleEvent()]))),
  deepJson: (chance) => list(deep(1_000 + Math.floor(chance() * 90_000))),
  deepProperty: (chance) =>
    list(
      JSON.stringify([sampleEvent()]).replace(
        '"platform_type":"pc"',
        `"deep":${deep(1_000 + Math.floor(chance() * 60_000))}`,
      ),
    ),
  hugeArray: (chance) => list(`[${"1,".repeat(1_000 + chance() * 60_000)}1]`),
  manyEvents: () => sampleForm.list(Array.from({ length: 700 }, () => ({ type: "track" }))),
  manyProperties: (chance) =>
    sampleForm.data(
      sampleEvent({
        properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, chance()])),
      }),
    ),
  oddCharset: () => list(Buffer.from([0x5b, 0xc4, 0xe3, 0xba, 0xc3, 0xff, 0xfe, 0x5d])),
  oddTexts: (chance) => {
    const text = () => oddTexts[Math.floor(chance() * oddTexts.length)] ?? "";
    return sampleForm.list([
      sampleEvent({
        distinct_id: `v${text()}`,
        login_id: text(),
        anonymous_id: text(),
        properties: { $url: text() + text(), a: text(), list: [text(), text(), 1, null] },
      }),
    ]);
  },
  oddNames: (chance) => {
    const name = () => oddNames[Math.floor(chance() * oddNames.length)] ?? "";
    const body = JSON.stringify([sampleEvent({ properties: { marker: 1 }, [name()]: 1 })]);
    return list(
      body.replace('"marker":1', `${JSON.stringify(name())}:{"x":1},${JSON.stringify(name())}:"y"`),
    );
  },
  oddNumbers: (chance) => {
    const number = () => oddNumbers[Math.floor(chance() * oddNumbers.length)] ?? 0;
    return sampleForm.list([
      sampleEvent({
        time: number(),
        _track_id: number(),
        _flush_time: number(),
        properties: { n: number() },
      }),
    ]);
  },
  oddTypes: (chance) => {
    const odd = () => [null, [], {}, "x", 1, true, [[1]], { a: { b: 1 } }][Math.floor(chance() * 8)];
    return sampleForm.list([
      sampleEvent({ type: odd(), event: odd() }),
      sampleEvent({ distinct_id: odd(), properties: odd(), identities: odd(), lib: odd() }),
      sampleEvent({
        time: odd(),
        login_id: odd(),
        properties: { a: odd(), $url: odd(), activity_id: odd() },
      }),
      odd(),
    ]);
  },
};

/** One body of some kind. */
export function hostileBody(chance: () => number): string {
  const kinds = Object.values(hostileKinds);
  return (kinds[Math.floor(chance() * kinds.length)] ?? hostileKinds["noise"])?.(chance) ?? "";
}
