import { caseCommands } from "./test-case-commands.ts";
import { orderCommands, payNow } from "./test-order-commands.ts";
import { parcelCommands } from "./test-parcel-commands.ts";
import { refundCommands } from "./test-refund-commands.ts";
import type { Model, Run, Seed, World } from "./test-world.ts";

const single = { ...orderCommands, ...parcelCommands, ...caseCommands, ...refundCommands } as const;
/** Every command; a feature that changes orders adds its own. */
const commands = {
  ...single,
  /** Orders and pays at once, so that sequences get beyond unpaid orders. */
  async buy(world, model, [user, sku, qty]) {
    const before = model.orders.length;
    await single.place(world, model, [user, sku, qty]);
    const order = model.orders[before];
    if (order) await payNow(world, model, order, sku);
  },
} as const satisfies Record<string, Run>;
type CommandName = keyof typeof commands;
/** A command with three numbers, which each command reads in its own way. */
export type Command = { readonly name: CommandName; readonly seed: Seed };

/** Commands that come more often than once in all. */
const often: Partial<Readonly<Record<CommandName, number>>> = {
  buy: 5,
  place: 2,
  attempt: 2,
  pay: 3,
  ship: 5,
  track: 4,
  receive: 2,
  handOver: 3,
  ask: 6,
  decide: 5,
  sendBack: 3,
  inspect: 4,
  workRefunds: 4,
  refundNotice: 2,
};
export const commandNames: readonly CommandName[] = (Object.keys(commands) as CommandName[]).flatMap((name) =>
  Array.from({ length: often[name] ?? 1 }, () => name),
);

const all: Readonly<Record<CommandName, Run>> = commands;
export const runCommand = (world: World, model: Model, { name, seed }: Command): Promise<void> =>
  all[name](world, model, seed);
