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
