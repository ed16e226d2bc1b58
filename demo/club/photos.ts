import { seededHash } from "../seeded-hash.ts";

/** Members' photographs by the scene of a theme; members never show the cover of an activity. */
const photosOf: Readonly<Record<string, string>> = {
  "mountain-dawn": "dash-dawn karst tea-hills table-map bridge",
  terrace: "tea-hills old-town boot-oranges ginkgo",
  dusk: "mirror-dusk tail-dusk lavender mirror-field",
  shore: "dash-sea palms side-sea bridge",
  "night-highway": "dash-night night-window mirror-city",
  "city-drive": "mirror-city rain-window bridge dash-night",
  camping: "boot-camp aurora kite table-noodles",
  charging: "table-breakfast tail-dusk table-dumplings rain-window",
  snow: "dash-snow boot-snow aurora",
  stars: "aurora night-window kite",
  badlands: "dash-dunes wheel-sand lavender",
  "owner-meet": "market boot-dog table-map boot-flowers",
  showroom: "side-sea rain-window market",
  "track-day": "tail-dusk wheel-sand mirror-field",
  "used-car": "side-sea boot-oranges ginkgo",
  workshop: "wheel-sand rain-window table-dumplings",
};

/** Names of different photographs of an article. @param scenes of its theme, one for each photograph */
export function articlePhotos(scenes: readonly string[], article: string): string[] {
  const names = new Set<string>();
  for (const [at, scene] of scenes.entries()) {
    const all = (photosOf[scene] ?? "").split(" ");
    const start = seededHash(`${article}photo${at}`);
    const name = all.map((_, k) => all[(start + k) % all.length] ?? "").find((one) => !names.has(one));
    if (name !== undefined && name !== "") names.add(name);
  }
  return [...names].map((name) => `photo-${name}`);
}
