import { environmentNames, type EnvironmentName } from "#contract/core/environments.ts";
import { hostKinds, type HostKind } from "../hosts/hosts.ts";

/**
 * The lab's own name, and below it one for every simulated host, so that each has storage and
 * cookies of its own. Browsers resolve whatever ends in .localhost to their own machine; all of
 * these are one site, so that cookies which are lax reach a framed page too.
 */
export const LAB_NAME = "lab.localhost";

export type SimulatedPlace = { readonly kind: HostKind; readonly environment: EnvironmentName };

/** Production is a domain of its own and never simulated. */
export const labEnvironments = environmentNames.filter((name) => name !== "prod");

/** `wechat` in dev is wechat.lab.localhost, in test test-wechat.lab.localhost: the app reads the environment from it. */
export const nameOfPlace = ({ kind, environment }: SimulatedPlace): string =>
  `${environment === "dev" ? "" : `${environment}-`}${kind}.${LAB_NAME}`;

const places = new Map(
  hostKinds.flatMap((kind) =>
    labEnvironments.map(
      (environment) => [nameOfPlace({ kind, environment }), { kind, environment }] as const,
    ),
  ),
);
/** What a request's host name stands for; null for any other. */
export const placeOfName = (name: string): SimulatedPlace | null => places.get(name.toLowerCase()) ?? null;

/** A name that browsers resolve to the machine they run on. */
export const isLoopbackName = (name: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(name) || name.endsWith(".localhost");
