/** Outcome of one attack: what must hold, what was measured, and whether it held. */
export type AttackResult = {
  readonly name: string;
  readonly threshold: string;
  readonly got: string;
  readonly isHeld: boolean;
};

const COLUMNS = { name: 58, threshold: 26 } as const;
/** Formats a result as one line of the table. */
export const formatResult = ({ name, threshold, got, isHeld }: AttackResult): string =>
  `${isHeld ? "held" : "OPEN"} ${name.padEnd(COLUMNS.name)} ${threshold.padEnd(COLUMNS.threshold)} ${got}`;

/** A result that holds if at most a number got through. */
export const atMost = (name: string, most: number, got: number, unit = "got through"): AttackResult => ({
  name,
  threshold: `at most ${most}`,
  got: `${got} ${unit}`,
  isHeld: got <= most,
});
/** A result that holds if the owner or another person gets the expected answer. */
export const expectAnswer = (name: string, expected: string, got: string): AttackResult => ({
  name,
  threshold: expected,
  got,
  isHeld: got === expected,
});
