/** Interfaces of other modules that the console's activities depend on. */
export type ActivityConsolePorts = {
  /** Names of operators by id; unknown ones are left out. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Invalidates cached responses and pages of this process; others are notified by the database. */
  invalidatePages(): void;
};
