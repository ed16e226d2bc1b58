/** A limit of the product, as docs/security.md "Counters and limits" lists it. */
export type LimitRow = {
  readonly name: string;
  readonly most: string;
  /** Subject of the counter. */
  readonly key: string;
  /** People who can fill it. */
  readonly filledBy: string;
  /** File and function with the statement that counts. */
  readonly counted: string;
  /** Race of `limitRaces` or of server/testing/races, or a test's file. */
  readonly shownBy: string;
};
export type RowValues = readonly [
  name: string,
  most: string,
  key: string,
  filledBy: string,
  counted: string,
  shownBy: string,
];
export const row = ([name, most, key, filledBy, counted, shownBy]: RowValues): LimitRow => ({
  name,
  most,
  key,
  filledBy,
  counted,
  shownBy,
});
