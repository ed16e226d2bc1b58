import { deflateSync, gzipSync } from "node:zlib";
import { sampleForm, sampleEvent } from "../test-client.ts";

/** Creates a pseudo-random generator with a seed: 0 ≤ x < 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
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

// Compressed once, since compressing takes a hundred times as long as refusing.
const bombs = [1_100_000, 8_000_000].map((size) => gzipSync(Buffer.alloc(size, 91)));
const bombInside = gzipSync(gzipSync(Buffer.alloc(10_000_000)));

/** Hostile bodies by kind. @param random 0 ≤ x < 1 */
export const hostileKinds: Readonly<Record<string, (random: () => number) => string>> = {
  noise: (random) =>
    Buffer.from(Array.from({ length: Math.floor(random() * 2_000) }, () => random() * 256)).toString(
      "latin1",
    ),
  corrupted(random) {
    const form = Buffer.from(sampleForm.data(sampleEvent()));
    for (let changes = 0; changes < 4; changes++) form[Math.floor(random() * form.length)] = random() * 256;
    return form.toString("latin1").slice(0, Math.floor(random() * form.length * 1.2));
  },
  badBase64: (random) => `data=${"=+/?%".repeat(1 + random() * 200)}`,
  badChecksum: (random) =>
    `${sampleForm.data(sampleEvent()).split("&")[0]}&ext=crc%3D${Math.floor(random() * 1e9)}`,
  bomb: (random) => list(bombs[Math.floor(random() * bombs.length)] ?? ""),
  bombInside: () => list(bombInside),
  truncatedGzip: (random) => list(gzipSync("[1]".repeat(1_000)).subarray(0, 5 + Math.floor(random() * 30))),
  deflate: () => list(deflateSync(JSON.stringify([sampleEvent()]))),
  deepJson: (random) => list(deep(1_000 + Math.floor(random() * 90_000))),
  deepProperty: (random) =>
    list(
      JSON.stringify([sampleEvent()]).replace(
        '"platform_type":"pc"',
        `"deep":${deep(1_000 + Math.floor(random() * 60_000))}`,
      ),
    ),
  hugeArray: (random) => list(`[${"1,".repeat(1_000 + random() * 60_000)}1]`),
  manyEvents: () => sampleForm.list(Array.from({ length: 700 }, () => ({ type: "track" }))),
  manyProperties: (random) =>
    sampleForm.data(
      sampleEvent({
        properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, random()])),
      }),
    ),
  oddCharset: () => list(Buffer.from([0x5b, 0xc4, 0xe3, 0xba, 0xc3, 0xff, 0xfe, 0x5d])),
  oddTexts: (random) => {
    const text = () => oddTexts[Math.floor(random() * oddTexts.length)] ?? "";
    return sampleForm.list([
      sampleEvent({
        distinct_id: `v${text()}`,
        login_id: text(),
        anonymous_id: text(),
        properties: { $url: text() + text(), a: text(), list: [text(), text(), 1, null] },
      }),
    ]);
  },
  oddNames: (random) => {
    const name = () => oddNames[Math.floor(random() * oddNames.length)] ?? "";
    const body = JSON.stringify([sampleEvent({ properties: { marker: 1 }, [name()]: 1 })]);
    return list(
      body.replace('"marker":1', `${JSON.stringify(name())}:{"x":1},${JSON.stringify(name())}:"y"`),
    );
  },
  oddNumbers: (random) => {
    const number = () => oddNumbers[Math.floor(random() * oddNumbers.length)] ?? 0;
    return sampleForm.list([
      sampleEvent({
        time: number(),
        _track_id: number(),
        _flush_time: number(),
        properties: { n: number() },
      }),
    ]);
  },
  oddTypes: (random) => {
    const odd = () => [null, [], {}, "x", 1, true, [[1]], { a: { b: 1 } }][Math.floor(random() * 8)];
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

/** Creates a body of a random kind. */
export function hostileBody(random: () => number): string {
  const kinds = Object.values(hostileKinds);
  return (kinds[Math.floor(random() * kinds.length)] ?? hostileKinds["noise"])?.(random) ?? "";
}
