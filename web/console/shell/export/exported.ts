/** Filter of a list's call, with the keyword of a search. */
export type ExportedFilter = {
  readonly filter: object;
  readonly keyword?: string | null;
  readonly asOf?: string;
};
/** Number of the rows that a list found. */
export type FoundCount = { readonly count: number; readonly isCountExact: boolean };
