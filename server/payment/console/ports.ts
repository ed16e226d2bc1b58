/** Interface that the console's calls about payments depend on. */
export type PaymentConsolePorts = {
  /** Names of operators by their ids; unknown ones are left out. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
