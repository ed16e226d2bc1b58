import type * as z from "zod/mini";
import type { ActivityUpsert } from "../activity/index.ts";
import type { NewBenefit } from "../benefit/index.ts";
import type { NewContest } from "../contest/index.ts";
import type { NewKocProgram } from "../koc/index.ts";
import { unstorableTexts } from "../core/text-files.ts";
import { catalogueSchema, type ActivityEntry, type Catalogue } from "./schema.ts";
import { catalogueMessages } from "./messages.ts";

/** Problems by their path in the file: {"activities.0.title": "is missing"}. */
export type CatalogueProblems = Record<string, string>;
/** Invalid catalogue; nothing of it was imported. */
export class CatalogueError extends Error {
  readonly problems: CatalogueProblems;
  constructor(problems: CatalogueProblems) {
    super(Object.entries(problems).flat().join(": "));
    this.problems = problems;
  }
}

const placeOf = (...path: readonly PropertyKey[]): string => path.map(String).join(".");
const unitOf = (origin: string): string => {
  if (origin === "string") return " characters long";
  return origin === "array" ? " entries" : "";
};
const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};

/** Describes zod's issues in plain words; messages of the contract's own schemas take precedence. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return catalogueMessages.missing;
  switch (issue.code) {
    case "invalid_type":
      return catalogueMessages.kind(kinds[issue.expected] ?? issue.expected);
    case "too_small":
      if (issue.origin === "string" && Number(issue.minimum) === 1) return catalogueMessages.empty;
      return catalogueMessages.tooFew(Number(issue.minimum), unitOf(issue.origin));
    case "too_big":
      return catalogueMessages.tooMany(Number(issue.maximum), unitOf(issue.origin));
    case "invalid_value":
      return catalogueMessages.oneOf(issue.values.map((value) => JSON.stringify(value)).join(", "));
    default:
      return catalogueMessages.wrong;
  }
};

/**
 * Reports keys that parsing has dropped: misspelt names in parts with a schema of the contract, which is not
 * strict.
 */
function addUnknownKeys(
  given: unknown,
  read: unknown,
  path: readonly PropertyKey[],
  problems: CatalogueProblems,
): void {
  if (typeof given !== "object" || typeof read !== "object" || given === null || read === null) return;
  for (const [name, value] of Object.entries(given))
    if (!Object.hasOwn(read, name)) problems[placeOf(...path, name)] = catalogueMessages.unknownKey;
    else addUnknownKeys(value, (read as Record<string, unknown>)[name], [...path, name], problems);
}

/** Parses a catalogue. @throws CatalogueError with every problem */
export function parseCatalogue(given: unknown): Catalogue {
  const problems: CatalogueProblems = {};
  for (const path of unstorableTexts(given)) problems[placeOf(...path)] = catalogueMessages.halfCharacter;
  if (Object.keys(problems).length > 0) throw new CatalogueError(problems);
  const parsed = catalogueSchema.safeParse(given, { error: describeIssue });
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      if (issue.code === "unrecognized_keys")
        for (const name of issue.keys) problems[placeOf(...issue.path, name)] = catalogueMessages.unknownKey;
      else problems[placeOf(...issue.path) || "the file"] ??= issue.message;
    throw new CatalogueError(problems);
  }
  addUnknownKeys(given, parsed.data, [], problems);
  Object.assign(problems, consistencyProblems(parsed.data));
  if (Object.keys(problems).length > 0) throw new CatalogueError(problems);
  return parsed.data;
}

const uniqueFields = {
  dealers: ["id", "code"],
  series: ["seriesCode"],
  activities: ["activityId", "processKey"],
  banners: ["id"],
  benefits: ["benefitId"],
  kocPrograms: ["activityId"],
  contests: ["activityId"],
  processes: ["activityId"],
  categories: ["categoryId"],
  freights: ["freightId"],
  products: ["productId"],
  skus: ["skuId"],
  pricePlans: ["planId"],
  rushes: ["rushId"],
} as const;

function duplicateProblems(catalogue: Catalogue): CatalogueProblems {
  const problems: CatalogueProblems = {};
  for (const [list, keys] of Object.entries(uniqueFields))
    for (const key of keys) {
      const seen = new Set<unknown>();
      const entries: readonly object[] = catalogue[list as keyof typeof uniqueFields];
      for (const [at, entry] of entries.entries()) {
        const name = (entry as Record<string, unknown>)[key];
        if (name !== undefined && seen.has(name)) problems[placeOf(list, at, key)] = catalogueMessages.twice;
        seen.add(name);
      }
    }
  return problems;
}

/**
 * Reports moments that are too early. @param pairs name and moment, then name and moment that must come
 * before it
 */
function orderProblems(
  place: string,
  pairs: readonly (readonly [string, number, string, number])[],
): CatalogueProblems {
  const problems: CatalogueProblems = {};
  for (const [name, time, before, earlier] of pairs)
    if (time <= earlier) problems[placeOf(place, name)] = catalogueMessages.after(before);
  return problems;
}

function activityProblems(one: ActivityEntry, place: string): CatalogueProblems {
  const problems = orderProblems(place, [
    ["endTime", one.endTime, "startTime", one.startTime],
    ["signUpEndTime", one.signUpEndTime, "signUpStartTime", one.signUpStartTime],
  ]);
  const say = (message: string, ...path: readonly PropertyKey[]) => {
    problems[placeOf(place, ...path)] ??= message;
  };
  if (one.signUpEndTime > one.endTime) say(catalogueMessages.notAfter("endTime"), "signUpEndTime");
  if (one.cityCode.slice(0, 2) !== one.provinceCode.slice(0, 2)) say(catalogueMessages.province, "cityCode");
  // Leads are left without a login, which an upload needs.
  const pictureAt = (one.form ?? []).findIndex(({ kind }) => kind === "picture");
  if (pictureAt >= 0 && (one.pageType === "lead" || one.pageType === "localOfflineLead"))
    say(catalogueMessages.noPictures, "form", pictureAt, "kind");
  if (one.asks.dealer && one.dealerIds.length === 0) say(catalogueMessages.noDealer, "asks", "dealer");
  if (one.dealerId !== null && !one.dealerIds.includes(one.dealerId))
    say(catalogueMessages.notItsDealer, "dealerId");
  if (new Set(one.dealerIds).size < one.dealerIds.length) say(catalogueMessages.twice, "dealerIds");
  const seen = new Set<string>();
  for (const [at, session] of one.sessions.entries()) {
    if (seen.has(session.sessionId)) say(catalogueMessages.twice, "sessions", at, "sessionId");
    seen.add(session.sessionId);
    if (session.endTime <= session.startTime)
      say(catalogueMessages.after("startTime"), "sessions", at, "endTime");
    if (session.startTime < one.startTime || session.endTime > one.endTime)
      say(catalogueMessages.outside, "sessions", at, "startTime");
    if (session.dealerId !== null && !one.dealerIds.includes(session.dealerId))
      say(catalogueMessages.notItsDealer, "sessions", at, "dealerId");
  }
  return problems;
}

/** A product's options whose names or values repeat. */
function optionProblems({ products }: Catalogue): CatalogueProblems {
  const problems: CatalogueProblems = {};
  for (const [at, { options }] of products.entries()) {
    if (new Set(options.map(({ name }) => name)).size < options.length)
      problems[placeOf("products", at, "options")] = catalogueMessages.twice;
    for (const [place, { values }] of options.entries())
      if (new Set(values).size < values.length)
        problems[placeOf("products", at, "options", place, "values")] = catalogueMessages.twice;
  }
  return problems;
}

/** Problems between entries, and between fields of one entry. */
function consistencyProblems(catalogue: Catalogue): CatalogueProblems {
  const problems = { ...duplicateProblems(catalogue), ...optionProblems(catalogue) };
  const banners = new Set(catalogue.banners.map(({ id }) => id));
  for (const [at, id] of catalogue.removedBanners.entries())
    if (banners.has(id)) problems[placeOf("removedBanners", at)] = catalogueMessages.twice;
  for (const [at, one] of catalogue.activities.entries())
    Object.assign(problems, activityProblems(one, placeOf("activities", at)));
  for (const list of ["benefits", "kocPrograms", "pricePlans", "rushes"] as const)
    for (const [at, { fromTime, toTime }] of catalogue[list].entries())
      Object.assign(problems, orderProblems(placeOf(list, at), [["toTime", toTime, "fromTime", fromTime]]));
  for (const [at, { toTime, validTo, validDays }] of catalogue.benefits.entries()) {
    const place = placeOf("benefits", at, "validTo");
    if ((validTo === undefined) === (validDays === undefined)) problems[place] = catalogueMessages.validity;
    // The last coupon that is handed out must still be valid for some time.
    else if (validTo !== undefined && validTo < toTime)
      problems[place] = catalogueMessages.notBefore("toTime");
  }
  return problems;
}

/** Converts an entry to the activity module's input. */
export const toActivityUpsert = (one: ActivityEntry): ActivityUpsert => ({
  ...one,
  benefits: one.benefits.map((benefit, at) => ({
    ...benefit,
    benefitId: benefit.benefitId ?? `${one.activityId}-${at + 1}`,
  })),
  share: one.share ?? { title: one.title, desc: one.subtitle, imgUrl: one.coverUrl },
  asks: { ...one.asks, session: one.sessions.length > 0 },
  sessions: one.sessions.map((session) => ({ ...session, taken: 0 })),
});
export const toNewBenefit = (one: Catalogue["benefits"][number]): NewBenefit => ({
  benefit_id: one.benefitId,
  activity_id: one.activityId,
  position: one.position,
  name: one.name,
  summary: one.summary,
  value: one.value,
  condition: one.condition,
  stock: one.stock,
  sent: 0,
  per_person: one.perPerson,
  audience: one.audience,
  from_time: new Date(one.fromTime),
  to_time: new Date(one.toTime),
  valid_to: one.validTo === undefined ? null : new Date(one.validTo),
  valid_days: one.validDays ?? null,
  terms: one.terms,
});
export const toNewContest = (one: Catalogue["contests"][number]): NewContest => ({
  activity_id: one.activityId,
  kind: one.kind,
  votes: one.votes,
  period: one.period,
  entries_per_person: one.entriesPerPerson,
  is_approved_first: one.isApprovedFirst,
  picture_question: one.pictureQuestion,
  caption_question: one.captionQuestion,
  choices: one.choices,
});
export const toNewKocProgram = (one: Catalogue["kocPrograms"][number]): NewKocProgram => ({
  activity_id: one.activityId,
  slogan: one.slogan,
  places: one.places,
  taken: 0,
  goal: one.goal,
  from_time: new Date(one.fromTime),
  to_time: new Date(one.toTime),
});
