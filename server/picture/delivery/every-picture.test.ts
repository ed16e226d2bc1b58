import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Pictures that are no stored ones: drawn by the page, chosen on the phone, data of a call, or a map of one size. */
const ownPictures = [
  "web/captcha/puzzle/puzzle-picture.tsx",
  // Shown from memory, for as long as the number is shown.
  "web/console/owner/owner-panel.tsx",
  "web/pass/page-frame.tsx",
  "web/session/profile/avatar-choice.tsx",
  "web/ui/media/picture-field.tsx",
  "web/ui/media/place-map.tsx",
  "web/ui/media/qr-code.tsx",
  "web/ui/share/poster-sheet.tsx",
];

test("K16 K17 every stored picture of a page has its size, format and https", () => {
  const plain = globSync("web/**/*.tsx", { cwd: root })
    .filter((path) => !path.endsWith(".test.tsx") && !ownPictures.includes(path))
    .flatMap((path) => {
      const source = readFileSync(`${root}${path}`, "utf8");
      return [...source.matchAll(/<img\b[\s\S]*?\/>/g)].map(([tag]) => ({ path, tag, source }));
    })
    .filter(
      ({ tag, path }) => path !== "web/ui/media/picture.tsx" && !/src=\{(fittedP|p)ictureUrl\(/.test(tag),
    );
  expect(plain.map(({ path, tag }) => `${path}: ${tag}`)).toEqual([]);
});
