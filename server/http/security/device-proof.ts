const DAY = 86_400_000;

/**
 * Acts that make a device known, by what each costs somebody who mints devices: a login needs a mobile that receives
 * SMS, a solved slider some seconds. `days`: how long the act counts. docs/security.md lists them ("Known devices").
 */
export const deviceProofs = {
  login: {
    mark: "l",
    days: 180,
    shows: "a user with a mobile logged in on it",
    grants: "limits of calls of its own, SMS at a crowded address, no limit per named mobile",
  },
  slider: {
    mark: "s",
    days: 30,
    shows: "a slider was solved on it",
    grants: "limits of calls of its own; puzzles of its own from the second day",
  },
} as const;
export type DeviceProofKind = keyof typeof deviceProofs;
/** The last such act on a device; ms since the epoch. */
export type DeviceProof = { readonly by: DeviceProofKind; readonly time: number };

/** Reads a proof of a verified cookie; null for one of a newer version. */
export function parseDeviceProof(text: string): DeviceProof | null {
  const by = (Object.keys(deviceProofs) as DeviceProofKind[]).find((kind) =>
    text.startsWith(deviceProofs[kind].mark),
  );
  const time = Number.parseInt(text.slice(1), 36);
  return by === undefined || Number.isNaN(time) ? null : { by, time };
}
export const serializeDeviceProof = ({ by, time }: DeviceProof): string =>
  deviceProofs[by].mark + time.toString(36);

const isCurrent = ({ by, time }: DeviceProof, now: number): boolean =>
  now - time < deviceProofs[by].days * DAY;

/** Keeps the proof of a login that still counts when a slider is solved later. */
export const strongerProof = (before: DeviceProof | null, added: DeviceProof): DeviceProof =>
  before?.by === "login" && added.by !== "login" && isCurrent(before, added.time) ? before : added;

type ProvenDevice = { readonly id: string; readonly proof: DeviceProof | null };
/** Whether a person has logged in or solved a slider on the device. */
export const isKnownDevice = ({ id, proof }: ProvenDevice, now: number): boolean =>
  id !== "" && proof !== null && isCurrent(proof, now);
/** Whether a user with a mobile has logged in on the device. */
export const isLoginDevice = (device: ProvenDevice, now: number): boolean =>
  device.proof?.by === "login" && isKnownDevice(device, now);
