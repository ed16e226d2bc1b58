import { globSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Minimum size in bytes; smaller files are not worth compressing. */
const MIN_SIZE = 256;

/** Writes a `.br` and a `.gz` beside every text file in the folder, for the static file server. */
export async function compressFolder(folder: string): Promise<void> {
  const files = globSync("{client,pass,console}/**/*.{js,css,svg,html,json,txt,webmanifest}", {
    cwd: folder,
  });
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(`${folder}/${file}`);
      if (text.length < MIN_SIZE) return;
      writeFileSync(`${folder}/${file}.br`, await compressBrotli(text));
      writeFileSync(
        `${folder}/${file}.gz`,
        await compressGzip(text, { level: constants.Z_BEST_COMPRESSION }),
      );
    }),
  );
}
