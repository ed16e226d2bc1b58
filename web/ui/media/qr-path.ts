import { encode } from "uqr";

export type QrPath = {
  /** Modules along an edge, quiet zone included. */
  readonly size: number;
  /** SVG path data of the dark modules, one module a unit. */
  readonly path: string;
};

/** Light modules around it, as the standard asks (ISO/IEC 18004: four). */
const quietZone = 4;

/** A QR code of a text, corrected up to 15 %: one path with a stroke for each run of dark modules. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: "M", border: quietZone });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return [`M${x} ${y}h${length}v1h-${length}z`];
    }),
  );
  return { size, path: runs.join("") };
}
