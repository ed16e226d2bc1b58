import type { FastifyRequest } from "fastify";
import sharp from "sharp";
import type { Product } from "../server/app.ts";

type MapRequest = FastifyRequest<{ Querystring: Readonly<Record<string, string | undefined>> }>;

/** Answers of AMap's web service for a request that it refuses; always with status 200. */
const refusal = (info: string, infocode: string) => ({ status: "0", info, infocode });
const DEGREES = /^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?$/;

/** Streets that differ by place, with a pin in the middle; they depict nothing real, and say so. */
function drawing(location: string, width: number, height: number): string {
  const [east = 0, north = 0] = location
    .split(",")
    .map((degrees) => Math.abs(Math.round(Number(degrees) * 1e4)));
  const street = (at: number, wide: number) =>
    `<path d="M0 ${at}L${width} ${at + (east % 90) - 45}M${at * 2} 0L${at * 2 + (north % 120) - 60} ${height}" stroke="#fff" stroke-width="${wide}"/>`;
  const streets = [0.2, 0.45, 0.7, 0.9].map((share, at) =>
    street(Math.round(share * height), at === 1 ? 28 : 12),
  );
  const [x, y] = [width / 2, height / 2];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e9ecef"/>${streets.join("")}<path d="M${x} ${y}l-18-28a21 21 0 1 1 36 0z" fill="#d9480f"/><text x="16" y="${height - 16}" font-size="22" fill="#868e96">SIMULATED MAP</text></svg>`;
}

/**
 * AMap's static maps in development and tests: any AMAP_KEY, and AMAP_BASE={origin}/sim/amap/. The key "invalid" is refused
 * as AMap refuses one.
 */
export function addAmap({ app }: Product): void {
  app.get("/sim/amap/v3/staticmap", async ({ query }: MapRequest, reply) => {
    const { key = "", location = "", size = "400*400", scale = "1" } = query;
    const [width = 0, height = 0] = size.split("*").map((side) => Number(side) * (scale === "2" ? 2 : 1));
    if (key === "" || key === "invalid") return reply.send(refusal("INVALID_USER_KEY", "10001"));
    if (!DEGREES.test(location) || !(width > 0 && width <= 2_048 && height > 0 && height <= 2_048))
      return reply.send(refusal("INVALID_PARAMS", "20000"));
    const picture = await sharp(Buffer.from(drawing(location, width, height)))
      .png({ palette: true })
      .toBuffer();
    return reply.type("image/png").send(picture);
  });
}
