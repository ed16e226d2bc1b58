import { globSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
/** Smaller ones are not worth a second file. */
const LEAST = 256;

/** Writes a `.br` beside every text file below the folder, for the static file server to answer with. */
export async function compressFolder(folder: string): Promise<void> {
  const files = globSync("{client,pass}/**/*.{js,css,svg,html,json,txt,webmanifest}", { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(`${folder}/${file}`);
      if (text.length >= LEAST) writeFileSync(`${folder}/${file}.br`, await compress(text));
    }),
  );
}
