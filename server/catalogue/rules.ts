import type * as z from "zod/mini";
import type { ActivityUpsert, NewBanner } from "../activity/index.ts";
import type { NewBenefit } from "../benefit/index.ts";
import type { NewContest } from "../contest/index.ts";
import type { NewKocProgram } from "../koc/index.ts";
import { unstorableTexts } from "../core/text-files.ts";
import { catalogueSchema, type ActivityEntry, type Catalogue } from "./schema.ts";
import { fault, wordFault } from "../core/faults.ts";
import { commandFaults } from "./messages.ts";

/** Problems by their path in the file, as faults or in words: {"activities.0.title": "is missing"}. */
export type CatalogueProblems = Record<string, string>;
/** Invalid catalogue; nothing of it was imported. */
export class CatalogueError extends Error {
  /** Problems in the words of the command. */
  readonly problems: CatalogueProblems;
  /** The same as faults, which other doors word in their language (core/faults.ts). */
  readonly faults: CatalogueProblems;
  constructor(faults: CatalogueProblems) {
    const problems = Object.fromEntries(
      Object.entries(faults).map(([place, text]) => [place, wordFault(text, commandFaults)]),
    );
    super(Object.entries(problems).flat().join(": "));
    this.problems = problems;
    this.faults = faults;
  }
}

const placeOf = (...path: readonly PropertyKey[]): string => path.map(String).join(".");
const unitOf = (origin: string): string => {
  if (origin === "string") return "characters";
  return origin === "array" ? "entries" : "";
};

/** Describes zod's issues as faults; messages of the contract's own schemas take precedence. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return fault("missing");
  switch (issue.code) {
    case "invalid_type":
      return fault("kind", issue.expected);
    case "too_small":
      if (issue.origin === "string" && Number(issue.minimum) === 1) return fault("empty");
      return fault("tooFew", Number(issue.minimum), unitOf(issue.origin));
    case "too_big":
      return fault("tooMany", Number(issue.maximum), unitOf(issue.origin));
    case "invalid_value":
      return fault("oneOf", issue.values.map((value) => JSON.stringify(value)).join(", "));
    default:
      return fault("wrong");
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
    if (!Object.hasOwn(read, name)) problems[placeOf(...path, name)] = fault("unknownKey");
    else addUnknownKeys(value, (read as Record<string, unknown>)[name], [...path, name], problems);
}

/** Parses a catalogue. @throws CatalogueError with every problem */
export function parseCatalogue(given: unknown): Catalogue {
  const problems: CatalogueProblems = {};
  for (const path of unstorableTexts(given)) problems[placeOf(...path)] = fault("halfCharacter");
  if (Object.keys(problems).length > 0) throw new CatalogueError(problems);
  const parsed = catalogueSchema.safeParse(given, { error: describeIssue });
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      if (issue.code === "unrecognized_keys")
        for (const name of issue.keys) problems[placeOf(...issue.path, name)] = fault("unknownKey");
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
        if (name !== undefined && seen.has(name)) problems[placeOf(list, at, key)] = fault("twice");
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
    if (time <= earlier) problems[placeOf(place, name)] = fault("after", before);
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
  if (one.signUpEndTime > one.endTime) say(fault("notAfter", "endTime"), "signUpEndTime");
  if (one.cityCode.slice(0, 2) !== one.provinceCode.slice(0, 2)) say(fault("province"), "cityCode");
  // Leads are left without a login, which an upload needs.
  const pictureAt = (one.form ?? []).findIndex(({ kind }) => kind === "picture");
  if (pictureAt >= 0 && (one.pageType === "lead" || one.pageType === "localOfflineLead"))
    say(fault("noPictures"), "form", pictureAt, "kind");
  if (one.asks.dealer && one.dealerIds.length === 0) say(fault("noDealer"), "asks", "dealer");
  if (one.dealerId !== null && !one.dealerIds.includes(one.dealerId)) say(fault("notItsDealer"), "dealerId");
  if (new Set(one.dealerIds).size < one.dealerIds.length) say(fault("twice"), "dealerIds");
  for (const [path, message] of Object.entries(sessionProblems(one))) say(message, path);
  return problems;
}

/** Faults of an activity's sessions, by their path in the entry; times in ms. */
export function sessionProblems(
  one: Pick<ActivityEntry, "startTime" | "endTime" | "dealerIds" | "sessions">,
): CatalogueProblems {
  const problems: CatalogueProblems = {};
  const say = (message: string, at: number, field: string) => {
    problems[placeOf("sessions", at, field)] ??= message;
  };
  const seen = new Set<string>();
  for (const [at, session] of one.sessions.entries()) {
    if (seen.has(session.sessionId)) say(fault("twice"), at, "sessionId");
    seen.add(session.sessionId);
    if (session.endTime <= session.startTime) say(fault("after", "startTime"), at, "endTime");
    if (session.startTime < one.startTime || session.endTime > one.endTime)
      say(fault("outside"), at, "startTime");
    if (session.dealerId !== null && !one.dealerIds.includes(session.dealerId))
      say(fault("notItsDealer"), at, "dealerId");
  }
  return problems;
}

/** A product's options whose names or values repeat. */
function optionProblems({ products }: Catalogue): CatalogueProblems {
  const problems: CatalogueProblems = {};
  for (const [at, { options }] of products.entries()) {
    if (new Set(options.map(({ name }) => name)).size < options.length)
      problems[placeOf("products", at, "options")] = fault("twice");
    for (const [place, { values }] of options.entries())
      if (new Set(values).size < values.length)
        problems[placeOf("products", at, "options", place, "values")] = fault("twice");
  }
  return problems;
}

/** Problems between entries, and between fields of one entry. */
function consistencyProblems(catalogue: Catalogue): CatalogueProblems {
  const problems = { ...duplicateProblems(catalogue), ...optionProblems(catalogue) };
  const banners = new Set(catalogue.banners.map(({ id }) => id));
  for (const [at, id] of catalogue.removedBanners.entries())
    if (banners.has(id)) problems[placeOf("removedBanners", at)] = fault("twice");
  for (const [at, { fromTime, toTime }] of catalogue.banners.entries())
    if (fromTime && toTime)
      Object.assign(
        problems,
        orderProblems(placeOf("banners", at), [["toTime", toTime, "fromTime", fromTime]]),
      );
  for (const [at, one] of catalogue.activities.entries())
    Object.assign(problems, activityProblems(one, placeOf("activities", at)));
  for (const list of ["benefits", "kocPrograms", "pricePlans", "rushes"] as const)
    for (const [at, { fromTime, toTime }] of catalogue[list].entries())
      Object.assign(problems, orderProblems(placeOf(list, at), [["toTime", toTime, "fromTime", fromTime]]));
  for (const [at, { toTime, validTo, validDays }] of catalogue.benefits.entries()) {
    const place = placeOf("benefits", at, "validTo");
    if ((validTo === undefined) === (validDays === undefined)) problems[place] = fault("validity");
    // The last coupon that is handed out must still be valid for some time.
    else if (validTo !== undefined && validTo < toTime) problems[place] = fault("notBefore", "toTime");
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
/** Converts an entry to the activity module's input; a window replaces the stored one as a whole. */
export function toNewBanner({ fromTime, toTime, ...one }: Catalogue["banners"][number]): NewBanner {
  if (fromTime === undefined && toTime === undefined) return one;
  const dateOf = (moment: number | null | undefined): Date | null =>
    moment === undefined || moment === null ? null : new Date(moment);
  return { ...one, fromTime: dateOf(fromTime), toTime: dateOf(toTime) };
}
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
