import type { OrderPorts, PaymentPort } from "../ports.ts";

/** Interface that the console's calls about orders depend on. */
export type OrderConsolePorts = {
  /** Names of operators by their ids; unknown ones are left out. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
export type OrderConsoleDependencies = OrderConsolePorts & {
  readonly payments: Pick<PaymentPort, "requestRefund">;
  readonly pictures: Pick<OrderPorts["pictures"], "urlsOf">;
};
