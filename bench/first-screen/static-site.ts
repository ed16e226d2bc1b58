import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync } from "node:zlib";

type Asset = { type: string; body: Buffer; encoding: string | null };
export type StaticSite = { origin: string; close(): void };

type StillPage = { html: string; script: string };
/**
 * Keeps only the script that a hand-written page would also have: the one that handles taps, on a separate
 * line of the head's script.
 */
function withoutClient(html: string): StillPage {
  const [firstTaps = ""] = /^.*window\.firstTaps=.*$/m.exec(html) ?? [];
  const script = firstTaps.replace(/<\/?script>.*/, "");
  if (!script.endsWith(";")) throw new Error("the page has no first-taps script");
  const still = html
    .replace(/<script[^>]*>[\s\S]*?<\/script>/g, "")
    .replace("</head>", () => `<script>${script}</script></head>`);
  return { html: still, script };
}

/**
 * Headers of the baseline: a file of the same server has the headers of its pages, with a policy for its own
 * script.
 */
function headersOf(response: Response, { script }: StillPage): Record<string, string> {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = response.headers.get("content-security-policy") ?? "";
  const headers: Record<string, string> = {};
  for (const name of ["referrer-policy", "x-content-type-options", "cross-origin-resource-policy", "vary"])
    headers[name] = response.headers.get(name) ?? "";
  return {
    ...headers,
    "content-security-policy": policy.replace(/script-src [^;]*/, `script-src 'self' 'sha256-${hash}'`),
  };
}

/**
 * Static page that ours is compared with: the same markup, inline style, pictures and headers, without a
 * client. All responses are compressed once and sent from memory.
 */
export async function staticSite(origin: string, path: string): Promise<StaticSite> {
  const page = await fetch(origin + path);
  const still = withoutClient(await page.text());
  const headers = headersOf(page, still);
  const assets = new Map<string, Asset>();
  assets.set(path, {
    type: "text/html; charset=utf-8",
    body: brotliCompressSync(still.html),
    encoding: "br",
  });
  const load = async (url: string): Promise<Asset> => {
    const answer = await fetch(origin + url, { headers: { accept: "image/avif,image/webp,*/*" } });
    return {
      type: answer.headers.get("content-type") ?? "",
      body: Buffer.from(await answer.arrayBuffer()),
      encoding: null,
    };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    const asset = assets.get(url) ?? (await load(url));
    assets.set(url, asset);
    response.writeHead(200, {
      ...(url === path && headers),
      "content-type": asset.type,
      "content-length": asset.body.length,
      ...(asset.encoding !== null && { "content-encoding": asset.encoding }),
      "cache-control": "no-cache",
    });
    response.end(asset.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () => server.close(),
  };
}
