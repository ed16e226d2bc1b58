import { globSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
/** Minimum size in bytes; smaller files are not worth compressing. */
const MIN_SIZE = 256;

/** Writes a `.br` beside every text file in the folder, for the static file server. */
export async function compressFolder(folder: string): Promise<void> {
  const files = globSync("{client,pass}/**/*.{js,css,svg,html,json,txt,webmanifest}", { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(`${folder}/${file}`);
      if (text.length >= MIN_SIZE) writeFileSync(`${folder}/${file}.br`, await compress(text));
    }),
  );
}
