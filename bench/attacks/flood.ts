// Starts a flood (flood-process.ts) of one address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "./target.ts";

const LIST = "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby";
type Published = { readonly pictures: readonly string[]; readonly activities: readonly string[] };

/** Pictures and activities of the demo, as a visitor finds them. */
export async function findPublished(origin: string): Promise<Published> {
  const { body } = await new Client(origin, "198.51.100.200").send(`${LIST}?size=50`);
  const pictures = [
    ...new Set([...body.matchAll(/\/media\/[\w.-]+\.(?:jpg|png|webp|svg)/g)].map(([path]) => path)),
  ];
  const activities = [...new Set([...body.matchAll(/"activityId":"(\d+)"/g)].map(([, id = ""]) => id))];
  return { pictures, activities };
}

/**
 * Floods a product until it is stopped.
 * @param connections by kind of request; missing: the usual ones of all kinds
 */
export function startFlood(
  origin: string,
  address: string,
  found: Published,
  connections: Readonly<Record<string, number>> = {},
): { stop(): Promise<string> } {
  const program = fileURLToPath(new URL("flood-process.ts", import.meta.url));
  const flood = spawn(
    process.execPath,
    [program, origin, address, JSON.stringify(found), JSON.stringify(connections)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  flood.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    /** Ends the flood. @returns its answers by kind and status */
    async stop() {
      flood.kill("SIGTERM");
      await once(flood, "exit");
      return output;
    },
  };
}
