import type { FaultWords } from "../core/faults.ts";

/** Default text of the fee. */
export const catalogueMessages = { free: "免费" } as const;

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};
const unitOf = (unit: string): string => (unit === "characters" ? " characters long" : unit && ` ${unit}`);

/** Faults for the operator of the command; each follows the path of its place in the file. */
export const commandFaults: FaultWords = {
  missing: () => "is missing",
  kind: (expected) => `must be ${kinds[expected] ?? expected}`,
  empty: () => "must not be empty",
  unknownKey: () => "is unknown",
  tooFew: (least, unit) => `must be at least ${least}${unitOf(unit)}`,
  tooMany: (most, unit) => `must be at most ${most}${unitOf(unit)}`,
  oneOf: (values) => `must be one of ${values}`,
  wrong: () => "is invalid",
  id: () => "must be 1 to 19 digits, as text",
  halfCharacter: () => 'has half a character, such as "\\ud83d" alone, or a NUL',
  plain: () => "must have no line breaks and no control characters",
  moment: () => "must be a time with its offset, such as 2026-11-28T10:00:00+08:00",
  division: () => "must be six digits of GB/T 2260, as text",
  series: () => "must be 1 to 20 of a-z, 0-9 and -",
  name: () => "must be 1 to 40 letters, digits, - and _, a letter first",
  sec: () => "must be 1 to 64 letters, digits, - and _",
  address: () => "must be a path of the product, /…, or an address, https://…",
  picture: () => "must be a picture's path beside this file, /media/… or https://…",
  clock: () => "must be hours and minutes, such as 14:30",
  twice: () => "is listed twice",
  after: (field) => `must be after ${field}`,
  notAfter: (field) => `must not be after ${field}`,
  notBefore: (field) => `must not be before ${field}`,
  province: () => "is in another province than provinceCode",
  noDealer: () => "asks for a dealer, but dealerIds is empty",
  notItsDealer: () => "is not in dealerIds",
  outside: () => "must lie within the activity's startTime and endTime",
  validity: () => "needs either validTo or validDays",
  noPictures: () => "must not be picture in a form for leads",
  noPicture: () => "there is no such picture beside the file",
  twoLevels: () => "must be a category of the first level: there are two",
  unfitOptions: () => "must have one value of each option of its product, and differ from its other SKUs",
  noSuch: (what, id) => `there is no ${what} ${id}`,
  immutable: (stored) => `cannot change after it was added as ${stored}`,
  issued: (stored, count) => `cannot change from ${stored}, issued ${count} times: add a new entry instead`,
  belowTaken: (taken) => `cannot be below ${taken}: so many are taken`,
  chosen: (id) => `cannot remove ${id}: people have chosen it`,
  invited: (id) => `cannot remove ${id}: people are invited to it`,
  takenKey: (activityId) => `is the key of another activity, ${activityId}`,
  takenCode: (dealerId) => `is the code of another dealer, ${dealerId}`,
};
