import { environmentNames, type EnvironmentName } from "#contract/core/environments.ts";
import { hostKinds, type HostKind } from "../hosts/hosts.ts";

/**
 * Names of the lab: its own, and below it one for every simulated host, so that each has separate storage and
 * cookies. Browsers resolve names ending in .localhost to their own machine; all of these are one site, so
 * that SameSite=Lax cookies reach a framed page too.
 */
export const LAB_NAME = "lab.localhost";

export type SimulatedPlace = { readonly kind: HostKind; readonly environment: EnvironmentName };

/** Production has its own domain and is never simulated. */
export const labEnvironments = environmentNames.filter((name) => name !== "prod");

/**
 * Host name: `wechat` in dev is wechat.lab.localhost, in test test-wechat.lab.localhost; the app derives the
 * environment from it.
 */
const nameOfPlace = ({ kind, environment }: SimulatedPlace): string =>
  `${environment === "dev" ? "" : `${environment}-`}${kind}.${LAB_NAME}`;

const places = new Map(
  hostKinds.flatMap((kind) =>
    labEnvironments.map(
      (environment) => [nameOfPlace({ kind, environment }), { kind, environment }] as const,
    ),
  ),
);
/** Simulated host of a request's host name; null for any other name. */
export const placeOfName = (name: string): SimulatedPlace | null => places.get(name.toLowerCase()) ?? null;
