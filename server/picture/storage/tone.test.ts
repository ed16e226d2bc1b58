import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { nearestTone, toneName, toneOf, tones } from "./tone.ts";

const plain = (background: string, alpha = 1) =>
  sharp({ create: { width: 16, height: 16, channels: 4, background: { ...rgb(background), alpha } } })
    .png()
    .toBuffer();
const rgb = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return { r, g, b };
};

it("K17 each tone is nearest to itself, and tones.css defines the same colours", async () => {
  const css = readFileSync("web/ui/styles/tones.css", "utf8");
  const said = [...css.matchAll(/img\[src\*="-(t[0-9a-z])-"\] \{\s*background: #([0-9a-f]{3});/g)];
  expect(said.map(([, name, colour]) => [name, colour])).toEqual(
    tones.map((colour, at) => [toneName(at), colour]),
  );
  for (const [at, hex] of tones.entries()) {
    const colour = [...hex].map((digit) => digit + digit).join("");
    expect([hex, await toneOf(await plain(colour))]).toEqual([hex, toneName(at)]);
  }
});

it("K17 the tone is that of the average colour", async () => {
  const half = { width: 16, height: 8, channels: 3, background: "#000" } as const;
  const snow = sharp({ create: { ...half, height: 16, background: "#fff" } });
  const mixed = await snow
    .composite([{ input: { create: half }, gravity: "north" }])
    .png()
    .toBuffer();
  expect(await toneOf(mixed)).toBe(toneName(nearestTone([127, 127, 127])));
  expect(tones[nearestTone([110, 110, 110])]).toBe("666");
  expect(tones[nearestTone([110, 160, 190])]).toBe("7ab");
});

it("K17 a picture with transparency has no tone", async () => {
  expect(await toneOf(await plain("336699", 0.5))).toBeNull();
});
