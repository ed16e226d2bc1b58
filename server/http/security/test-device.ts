import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { signHmac } from "../../core/secrets.ts";
import { serializeDeviceProof, type DeviceProof } from "./device-proof.ts";

let made = 0;
/** A Cookie header of a device that has kept its cookie since a time; with a proof, of a known device. */
export async function deviceCookie(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  since: number,
  proof: DeviceProof | null = null,
): Promise<string> {
  const parts = [`device${made++}`, since.toString(36)];
  if (proof !== null) parts.push(serializeDeviceProof(proof));
  const text = parts.join(".");
  return `marque_device=${text}.${signHmac(await serverSecret(db, clock, "device"), text)}`;
}
