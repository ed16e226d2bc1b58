import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { readJsonFile, TextFileError } from "../core/text-files.ts";
import { operatorRoleNames } from "#contract/console/rights.ts";
import { everyScope, grantScope } from "#contract/console/scope.ts";
import { commaSeparated } from "./address-settings.ts";

const minutes = (defaultMinutes: number, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a number of minutes")
    .transform(Number)
    .refine((count) => count <= max, `must be at most ${max} minutes`)
    .default(defaultMinutes);

/** Variables of the operator console. */
export const consoleFields = {
  /** "all": shoppers and operators; "public": shoppers only; "console": operators only. */
  SERVE: z.enum(["all", "public", "console"], { error: "must be all, public or console" }).default("all"),
  CONSOLE: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  /** Networks from which the console may be reached; unset: every network. */
  CONSOLE_NETWORKS: commaSeparated
    .refine((networks) => networks.every((network) => parseNetwork(network) !== null), {
      error: "must be addresses and networks like 10.0.0.0/8, separated by commas",
    })
    .default([]),
  /** Ends of an operator's session: without use, and in all. */
  CONSOLE_IDLE_MINUTES: minutes(30, 240),
  CONSOLE_SESSION_MINUTES: minutes(12 * 60, 24 * 60),
  /** The staff directory: an OpenID provider of its own. */
  CONSOLE_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  CONSOLE_OIDC_CLIENT_ID: z.string().min(1).optional(),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** JSON that maps groups of the directory to grants. */
  CONSOLE_GROUPS_FILE: z.string().min(1).optional(),
};
type ConsoleVariables = z.output<z.ZodObject<typeof consoleFields>>;

type ParsedNetwork = { readonly address: string; readonly bits: number; readonly type: "ipv4" | "ipv6" };
/** @returns null: neither an address nor a network */
function parseNetwork(text: string): ParsedNetwork | null {
  const [address = "", length, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > most)) return null;
  return {
    address,
    bits: length === undefined ? most : Number(length),
    type: version === 4 ? "ipv4" : "ipv6",
  };
}
/** @returns null: no network is listed */
function toBlockList(networks: readonly string[]): BlockList | null {
  if (networks.length === 0) return null;
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.type);
  }
  return list;
}

const groupGrants = z.record(
  z.string().min(1),
  z.array(z.object({ role: z.enum(operatorRoleNames), scope: z.optional(grantScope) })).min(1),
);
/** Grants of each group of the directory. */
export type GroupGrants = Readonly<
  Record<
    string,
    readonly { readonly role: (typeof operatorRoleNames)[number]; readonly scope: typeof everyScope }[]
  >
>;

/** The staff directory at which operators log in. */
export type StaffDirectorySettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly groups: GroupGrants;
};
export type ConsoleSettings = {
  readonly serve: "all" | "public" | "console";
  /** Whether this process serves the console. */
  readonly isConsoleServed: boolean;
  /** null: every network. */
  readonly consoleNetworks: BlockList | null;
  /** ms */
  readonly consoleIdle: number;
  /** ms */
  readonly consoleSession: number;
  /** null: built-in accounts only. */
  readonly staffDirectory: StaffDirectorySettings | null;
};

type Reject = (name: string, reason: string) => never;

function readGroups(file: string, reject: Reject): GroupGrants {
  try {
    const parsed = groupGrants.safeParse(readJsonFile(file));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return reject("CONSOLE_GROUPS_FILE", `${file}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
    }
    return Object.fromEntries(
      Object.entries(parsed.data).map(([group, grants]) => [
        group,
        grants.map(({ role, scope = everyScope }) => ({ role, scope })),
      ]),
    );
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    return reject("CONSOLE_GROUPS_FILE", `${file}: ${error.message}`);
  }
}

function parseStaffDirectory(settings: ConsoleVariables, reject: Reject): StaffDirectorySettings | null {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_GROUPS_FILE: file,
  } = settings;
  if (issuer === undefined) return null;
  const required = (name: string, value: string | undefined): string =>
    value ?? reject(name, "is required with CONSOLE_OIDC_ISSUER");
  return {
    issuer,
    clientId: required("CONSOLE_OIDC_CLIENT_ID", clientId),
    clientSecret: required("CONSOLE_OIDC_CLIENT_SECRET", clientSecret),
    groups: readGroups(required("CONSOLE_GROUPS_FILE", file), reject),
  };
}

/** @param reject throws the error for an invalid variable */
export function parseConsoleSettings(settings: ConsoleVariables, reject: Reject): ConsoleSettings {
  const isOn = settings.CONSOLE === "on";
  if (!isOn && settings.SERVE === "console") reject("SERVE", "cannot be console with CONSOLE=off");
  return {
    serve: settings.SERVE,
    isConsoleServed: isOn && settings.SERVE !== "public",
    consoleNetworks: toBlockList(settings.CONSOLE_NETWORKS),
    consoleIdle: settings.CONSOLE_IDLE_MINUTES * 60_000,
    consoleSession: settings.CONSOLE_SESSION_MINUTES * 60_000,
    staffDirectory: parseStaffDirectory(settings, reject),
  };
}
