/**
 * Values of each reason for refusing a value. A fault travels as text through schemas and results, since a schema's
 * messages are texts; each door words it in its language (requirement CO44).
 */
export type FaultValues = {
  missing: [];
  /** Kind of value, as zod names it: "string", "array". */
  kind: [expected: string];
  empty: [];
  unknownKey: [];
  /** Unit: "characters", "entries" or "". */
  tooFew: [least: number, unit: string];
  tooMany: [most: number, unit: string];
  oneOf: [values: string];
  wrong: [];
  id: [];
  halfCharacter: [];
  plain: [];
  moment: [];
  division: [];
  series: [];
  name: [];
  sec: [];
  address: [];
  picture: [];
  clock: [];
  twice: [];
  /** Names of fields of the same entry. */
  after: [field: string];
  notAfter: [field: string];
  notBefore: [field: string];
  province: [];
  noDealer: [];
  notItsDealer: [];
  outside: [];
  validity: [];
  noPictures: [];
  noPicture: [];
  twoLevels: [];
  unfitOptions: [];
  noSuch: [what: string, id: string];
  /** A value that cannot change, as JSON. */
  immutable: [stored: string];
  issued: [stored: string, count: number];
  belowTaken: [taken: number];
  chosen: [id: string];
  invited: [id: string];
  takenKey: [activityId: string];
  takenCode: [dealerId: string];
};
export type FaultCode = keyof FaultValues;
/** Words for every fault, in one language. */
export type FaultWords = { readonly [C in FaultCode]: (...values: FaultValues[C]) => string };

/** Precedes a fault in a text; no message of a person contains it. */
const MARK = "\u0000fault ";

/** Creates a fault. */
export const fault = <C extends FaultCode>(code: C, ...values: FaultValues[C]): string =>
  MARK + JSON.stringify([code, ...values]);

/** Words a fault; another text, such as a message of the contract's own schemas, is returned as it is. */
export function wordFault(text: string, words: FaultWords): string {
  if (!text.startsWith(MARK)) return text;
  const [code, ...values] = JSON.parse(text.slice(MARK.length)) as [FaultCode, ...(string | number)[]];
  const word = words[code] as (...given: readonly (string | number)[]) => string;
  return word(...values);
}

/** The code of a fault; null for another text. */
export const faultCodeOf = (text: string): FaultCode | null =>
  text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as [FaultCode])[0] : null;
