import { encode } from "uqr";

export type QrPath = {
  /** Modules along an edge, including the quiet zone. */
  readonly size: number;
  /** SVG path data of the dark modules, one unit per module. */
  readonly path: string;
};

/** Quiet zone of four modules (ISO/IEC 18004). */
const quietZone = 4;

/**
 * QR code of a text with error correction up to 15 %: one path with a rectangle for each run of dark modules.
 */
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
