import type { District } from "#contract/location/location.ts";
import type { Division } from "./division-sheet.tsx";

/** Parts that were found in a pasted text. */
export type ParsedAddress = {
  readonly name?: string;
  readonly mobile?: string;
  readonly division?: Division;
  readonly detail?: string;
};

/** Names of a division as people write it: whole, and without its last word. */
const spellings = (name: string): readonly string[] => {
  const short = name.replace(
    /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|省|市|区|县|盟)$/,
    "",
  );
  return short.length >= 2 && short !== name ? [name, short] : [name];
};

/** Finds the division that a text begins with; the longest name counts. */
function leading(text: string, options: readonly District[]): { found: District; rest: string } | null {
  let best: { found: District; length: number } | null = null;
  for (const option of options)
    for (const spelling of spellings(option.name))
      if (text.startsWith(spelling) && spelling.length > (best?.length ?? 0))
        best = { found: option, length: spelling.length };
  return best === null ? null : { found: best.found, rest: text.slice(best.length).replace(/^[\s,，]+/, "") };
}

type Path = { province: District; city: District; district: District; rest: string };
const children = ({ children: inner }: District): readonly District[] => inner ?? [];

/** Follows a text down the tree; province or city may be missing, as in 徐汇区龙腾大道. */
function pathIn(text: string, tree: District): Path | null {
  for (const province of children(tree)) {
    const afterProvince = leading(text, [province])?.rest ?? text;
    for (const city of children(province)) {
      const afterCity = leading(afterProvince, [city])?.rest ?? afterProvince;
      // A bare district name is taken only with a province or city before it, or if it is written whole.
      const isNamed = afterCity !== text;
      for (const district of children(city)) {
        const found = leading(afterCity, [district]);
        if (found === null || (!isNamed && !text.startsWith(district.name))) continue;
        return { province, city, district, rest: found.rest };
      }
    }
  }
  return null;
}

/** Finds the place where a division begins in a text that may have a name before it. */
function findPath(text: string, tree: District): { path: Path; before: string } | null {
  for (let at = 0; at < text.length; at++) {
    const path = pathIn(text.slice(at), tree);
    if (path !== null) return { path, before: text.slice(0, at) };
  }
  return null;
}

const LABELS =
  /(收货人|收件人|姓名|联系人|手机号码|手机号|手机|电话|联系电话|所在地区|地区|收货地址|详细地址|地址)\s*[:：]/g;
const MOBILE = /(?:\+?86[\s-]?)?(1[3-9]\d)[\s-]?(\d{4})[\s-]?(\d{4})(?!\d)/;
const isName = (text: string): boolean =>
  /^[\p{L}·．.\s]{1,20}$/u.test(text) && !/[省市区县路街号栋室]/.test(text);

/** Joins the words of a name while the text is split. */
const NO_BREAK = "\u2007";

/**
 * Splits a pasted text into name, mobile, division and detail (requirement MA13). Parts that are not found are missing;
 * the person checks all of them.
 * @param tree provinces with cities and districts
 */
export function parseAddress(pasted: string, tree: District): ParsedAddress {
  let text = pasted
    .normalize("NFKC")
    .replace(LABELS, " ")
    .replace(/[\r\n\t]+/g, " ");
  const mobile = MOBILE.exec(text);
  if (mobile !== null) text = text.replace(mobile[0], " ");
  // A latin name is one part although it has blanks.
  const latin = /\b[A-Za-z]+(?: [A-Za-z]+)+\b/.exec(text);
  if (latin !== null) text = text.replace(latin[0], latin[0].replaceAll(" ", NO_BREAK));
  const parts = text
    .split(/[ ,，;；。、]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const joined = parts.join(" ");
  const found = findPath(joined, tree);
  const outside =
    found === null ? parts : `${found.before} ${found.path.rest}`.split(" ").filter((part) => part !== "");
  const before = found === null ? [] : found.before.split(" ").filter((part) => part !== "");
  const name = [...before, ...[...outside].reverse()].find(isName);
  const details = (found === null ? outside : found.path.rest.split(" ")).filter(
    (part) => part !== "" && part !== name,
  );
  const { province, city, district } = found?.path ?? {};
  const names = [province?.name, city?.name, district?.name].filter((one, at, all) => one !== all[at - 1]);
  return {
    ...(name !== undefined && { name: name.replaceAll(NO_BREAK, " ") }),
    ...(mobile !== null && { mobile: `${mobile[1]}${mobile[2]}${mobile[3]}` }),
    ...(province &&
      city &&
      district && {
        division: { codes: [province.code, city.code, district.code], name: names.join(" ") },
      }),
    ...(details.length > 0 && { detail: details.join(" ") }),
  };
}
