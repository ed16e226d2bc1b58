import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync } from "node:zlib";

type Asset = { type: string; body: Buffer; encoding: string | null };
export type StaticSite = { origin: string; close(): void };

/** Only what a hand-written page would have too: the script that answers taps, a line of its own in the head's. */
function withoutClient(html: string): string {
  const [firstTaps = ""] = /^.*window\.firstTaps=.*$/m.exec(html) ?? [];
  const script = firstTaps.replace(/<\/?script>.*/, "");
  if (!script.endsWith(";")) throw new Error("the page has no script that answers first taps");
  return html
    .replace(/<script[^>]*>[\s\S]*?<\/script>/g, "")
    .replace("</head>", () => `<script>${script}</script></head>`);
}

/**
 * The static page that ours is measured against: the same markup, inline style and pictures, no
 * client. Everything is compressed once and sent from memory.
 */
export async function staticSite(origin: string, path: string): Promise<StaticSite> {
  const html = withoutClient(await (await fetch(origin + path)).text());
  const assets = new Map<string, Asset>();
  assets.set(path, { type: "text/html; charset=utf-8", body: brotliCompressSync(html), encoding: "br" });
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
