import * as z from "zod/mini";
import { sponsorLevels2 } from "../../activity/sponsors.ts";
import { id, latitude, longitude, timestamp, upTo } from "../../core/fields.ts";
import { organisation } from "../../organisation/organisation.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

const revision = z.int().check(z.gte(0));
const region = z.enum(Object.keys(sponsorLevels2) as (keyof typeof sponsorLevels2)[]);
/** State of a dealer: in operation, in trial operation, or disabled: offered to nobody any more. */
export const dealerState = z.enum(["open", "trial", "disabled"]);
export type DealerState = z.output<typeof dealerState>;

/** Filter of the dealers; `keyword`: a part of name, code or address, or the whole id. */
const dealerFilter = z.object({
  states: z.optional(z.array(dealerState).check(z.maxLength(3))),
  regions: z.optional(z.array(region).check(z.maxLength(8))),
  keyword: z.optional(z.string().check(upTo(40))),
});
export type DealerFilter = z.output<typeof dealerFilter>;

const listedDealer = z.object({
  dealerId: id,
  code: z.string(),
  name: z.string(),
  state: dealerState,
  /** null: its province is of no region. */
  region: z.nullable(region),
  cityName: z.string(),
  address: z.string(),
  phone: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** Published activities of the dealer that have not ended. */
  activities: z.int(),
  changedTime: z.nullable(timestamp),
});
export type ListedDealer = z.output<typeof listedDealer>;

/** Dealers in scope. */
export const listConsoleDealers = defineOperatorCall({
  name: "listConsoleDealers",
  path: "dealers",
  kind: "read",
  right: "dealer.read",
  args: operatorListArgs(dealerFilter, ["code", "name", "changed"]),
  result: listPage(listedDealer),
  refusals: [],
});

/** Fields of a dealer that are edited, by the names of the catalogue file; `status` BC500002: trial operation. */
const dealerFields = z.omit(organisation, { id: true });
export type DealerFields = z.output<typeof dealerFields>;
export const dealerFieldNames = Object.keys(dealerFields.shape) as (keyof DealerFields)[];

/** One dealer, with what depends on it. */
export const showConsoleDealer = defineOperatorCall({
  name: "showConsoleDealer",
  path: "dealers/show",
  kind: "read",
  right: "dealer.read",
  args: z.object({ dealerId: id }),
  result: z.object({
    dealerId: id,
    fields: dealerFields,
    state: dealerState,
    region: z.nullable(region),
    cityName: z.string(),
    revision,
    changedTime: z.nullable(timestamp),
    changedBy: z.nullable(z.string()),
    mayWrite: z.boolean(),
    /** Published activities that have not ended, sign-ups and leads of them, and open pick-up orders. */
    uses: z.object({ activities: z.int(), signUps: z.int(), leads: z.int(), pickups: z.int() }),
  }),
  refusals: ["notFound"],
});
export type ConsoleDealer = z.output<typeof showConsoleDealer.result>;

/** Provinces with their cities, for choosing a dealer's place. */
export const listDealerPlaces = defineOperatorCall({
  name: "listDealerPlaces",
  path: "dealers/places",
  kind: "read",
  right: "dealer.read",
  args: z.object({}),
  result: z.object({
    provinces: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        region: z.nullable(region),
        cities: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
  refusals: [],
});
export type DealerPlaces = z.output<typeof listDealerPlaces.result>;

/** Systems of coordinates: of satellites (which the product keeps), of AMap and Tencent, of Baidu. */
const coordinateSystem = z.enum(["wgs84", "gcj02", "bd09"]);
export type CoordinateSystem = z.output<typeof coordinateSystem>;

/** Outline of a city as rings of longitude and latitude, and a point in WGS-84 degrees with the city in which it lies. */
export const showDealerOutline = defineOperatorCall({
  name: "showDealerOutline",
  path: "dealers/outline",
  kind: "read",
  right: "dealer.read",
  args: z.object({
    cityCode: z.string().check(upTo(6)),
    longitude: longitude,
    latitude: latitude,
    system: z.optional(coordinateSystem),
  }),
  result: z.object({
    point: z.object({ longitude: z.number(), latitude: z.number() }),
    rings: z.array(z.array(z.tuple([z.number(), z.number()]))),
    /** City of the point; null: none. */
    cityOfPoint: z.nullable(z.object({ code: z.string(), name: z.string() })),
  }),
  refusals: [],
});
export type DealerOutline = z.output<typeof showDealerOutline.result>;

const changes = z.partial(dealerFields);
/**
 * Changes fields of a dealer, by the rules of the catalogue file. Fields that a colleague changed since `basedOn` stay as
 * they are unless they are among the changes: then the save is refused with who changed which of them.
 */
export const saveConsoleDealer = defineOperatorCall({
  name: "saveConsoleDealer",
  path: "dealers/save",
  kind: "write",
  right: "dealer.write",
  args: z.object({ dealerId: id, basedOn: revision, changes }),
  result: z.object({
    revision,
    /** Fields that a colleague changed meanwhile, and that were kept. */
    merged: z.array(z.string()),
    mergedBy: z.nullable(z.string()),
  }),
  refusals: ["notFound", "invalid", "editConflict"],
});

/** Adds a dealer. */
export const addConsoleDealer = defineOperatorCall({
  name: "addConsoleDealer",
  path: "dealers/add",
  kind: "write",
  right: "dealer.write",
  args: z.object({ fields: dealerFields }),
  result: z.object({ dealerId: id }),
  refusals: ["invalid"],
});

/** Disables a dealer, which is then offered to nobody, or enables it again; what refers to it stays. */
export const disableConsoleDealer = defineOperatorCall({
  name: "disableConsoleDealer",
  path: "dealers/disable",
  kind: "write",
  right: "dealer.write",
  args: z.object({ dealerId: id, isDisabled: z.boolean() }),
  result: z.object({ revision }),
  refusals: ["notFound", "stateChanged"],
});

const difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export const basicVersion = z.object({
  revision,
  /** Operator's name; null: a command or the server, as `door` says. */
  by: z.nullable(z.string()),
  door: z.string(),
  time: timestamp,
  changes: z.array(difference),
  /** `before`: live now, `after`: as this version had it; none: the live one. */
  restored: z.array(difference),
});
export type BasicVersion = z.output<typeof basicVersion>;

/** Changes of a dealer, the newest 50 first (requirement CO88). */
export const listDealerVersions = defineOperatorCall({
  name: "listDealerVersions",
  path: "dealers/versions",
  kind: "read",
  right: "dealer.read",
  args: z.object({ dealerId: id }),
  result: z.object({ versions: z.array(basicVersion) }),
  refusals: ["notFound"],
});

/** Puts an earlier content back as a new version, judged by today's rules; disabled or not stays as it is. */
export const restoreDealerVersion = defineOperatorCall({
  name: "restoreDealerVersion",
  path: "dealers/versions/restore",
  kind: "write",
  right: "dealer.write",
  args: z.object({ dealerId: id, revision, basedOn: revision }),
  result: z.object({ revision, outcome: z.enum(["done", "same"]) }),
  refusals: ["notFound", "invalid", "editConflict"],
});
