// Measures pictures: size and duration of the browser's conversion of a phone photo on a slow CPU, cost of
// the image service compared with sharp alone, and its memory under many concurrent requests. Run after a
// build:
//   node bench/picture/pictures.ts
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { launch, phone } from "../../e2e/testing/chromium.ts";
import { newPerson, openVisitAs } from "../../e2e/testing/people.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { appAddress, openAppPage } from "../../e2e/testing/page-actions.ts";
import { PictureRepository } from "../../server/picture/picture-repository.ts";
import { parseOssProcess } from "../../server/picture/delivery/oss-process.ts";
import { diskStorage } from "../../server/picture/storage/picture-storage.ts";
import { median, compareToMaximum, compareToMinimum } from "../measure/statistics.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A photo like a camera's: 12 million pixels with noise, in portrait orientation by EXIF. */
async function photo(): Promise<Buffer> {
  const grain = sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 12 },
    },
  });
  const hills = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#9cc"/><stop offset="1" stop-color="#354"/></linearGradient></defs><rect width="4000" height="3000" fill="url(#g)" opacity=".55"/><path d="M0 2000 900 1200 1600 1900 2500 900 4000 2100V3000H0z" fill="#263" opacity=".5"/></svg>',
  );
  return grain
    .composite([{ input: hills }])
    .jpeg({ quality: 92 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

type Sent = { readonly took: number; readonly bytes: number };
/** Selects the photo on the owner's page of a phone, with a quarter of this machine's speed. */
async function choose(origin: string, buffer: Buffer): Promise<Sent[]> {
  const browser = await launch();
  const { page, context } = await openVisitAs(browser, origin, await newPerson(origin), phone);
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(() => {
    let chosen = 0;
    const log: { took: number; bytes: number }[] = [];
    Object.assign(window, { sentPictures: log });
    addEventListener("change", () => (chosen = performance.now()), true);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) log.push({ took: performance.now() - chosen, bytes: body.size });
      return send.call(this, body);
    };
  });
  await openAppPage(page, `${appAddress(origin)}mine/owner`);
  await page.getByLabel(/拍照或从相册选择/).waitFor();
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let round = 0; round <= ROUNDS; round++) {
    await page
      .getByLabel(/拍照或从相册选择/)
      .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    await page.getByText("已上传", { exact: true }).waitFor();
    await page.getByRole("button", { name: "移除 photo.jpg" }).click();
  }
  const sent = await page.evaluate(() => (window as unknown as { sentPictures: Sent[] }).sentPictures);
  await browser.close();
  // The first one includes loading the scripts.
  return sent.slice(1);
}

/** CPU time of this process including libvips' threads, ms: independent of other processes. */
const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
/** Cost of conversions by the service, each of another size, relative to sharp alone. */
async function conversions(original: Buffer): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  const storage = diskStorage(join(folder, "originals"));
  const key = "photo-0123456789abcdef.jpg";
  await storage.put(key, original, "image/jpeg");
  const options = { storage, cache: join(folder, "cache"), cacheBytes: 1e9, log: { warn: say } };
  const pictures = new PictureRepository(options as never);
  const widths = (round: number) => Array.from({ length: 8 }, (_none, at) => 700 + round * 8 + at);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = cpuTime();
    await inPairs(widths(round), (width) =>
      sharp(original)
        .rotate()
        .resize({ width, height: 420, fit: "cover" })
        .webp({ quality: 75, effort: 2 })
        .toBuffer(),
    );
    const alone = cpuTime() - started;
    const begun = cpuTime();
    await inPairs(widths(round), (width) =>
      pictures.converted(
        key,
        parseOssProcess(`image/resize,m_fill,w_${width},h_420/quality,q_75/format,auto`),
        "webp",
        (_name, convert) => convert(),
      ),
    );
    ratios.push(alone / (cpuTime() - begun));
  }
  rmSync(folder, { recursive: true });
  return ratios;
}
async function inPairs(
  numbers: readonly number[],
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < numbers.length; at += 2) await Promise.all(numbers.slice(at, at + 2).map(work));
}

const megabytes = (pid: number): number => {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};
/** Peak memory during concurrent requests for different sizes of a large picture, MB. */
async function peak(address: string, pid: number, count: number): Promise<number> {
  let max = megabytes(pid);
  const watching = setInterval(() => (max = Math.max(max, megabytes(pid))), 20);
  const sizes = Array.from({ length: count }, (_none, at) => 1_500 + count + at * 9);
  const answers = await Promise.all(
    sizes.map(async (width) => {
      const process = `image/resize,m_fill,w_${width},h_${width}/quality,q_75/format,auto`;
      const answer = await fetch(`${address}?x-oss-process=${process}`, {
        headers: { accept: "image/webp" },
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  clearInterval(watching);
  const refused = answers.filter((status) => status !== 200).length;
  say(`${count} at once: ${max.toFixed(0)} MB at most, ${refused} refused`);
  return max;
}
/** Additional memory of fifty concurrent requests over five, MB: small because of the concurrency limit. */
async function growth(origin: string, pid: number): Promise<number> {
  const home = await (await fetch(appAddress(origin))).text();
  const [cover = ""] = /\/media\/[a-z0-9-]+\.(?:jpg|webp|png|svg)/.exec(home) ?? [];
  say(`before: ${megabytes(pid).toFixed(0)} MB`);
  const few = await peak(origin + cover, pid, 5);
  return (await peak(origin + cover, pid, 50)) - few;
}

const taken = await photo();
say(`a photo of ${(taken.length / 1e6).toFixed(1)} MB`);
const ratios = await conversions(taken);
say(compareToMinimum("conversions, relative to sharp alone", median(ratios), 0.8, "×"));
const product = await startProduct();
try {
  const sent = await choose(product.origin, taken);
  say(
    compareToMaximum(
      "photo to upload, CPU four times slower",
      median(sent.map(({ took }) => took)),
      1_000,
      "ms",
    ),
  );
  say(compareToMaximum("size of the upload", median(sent.map(({ bytes }) => bytes / 1000)), 400, "KB"));
  say(
    compareToMaximum(
      "fifty conversions at once, more than five",
      await growth(product.origin, product.pid),
      64,
      "MB",
    ),
  );
} finally {
  await product.stop();
}
