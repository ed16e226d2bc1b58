import { linkVisitor } from "#contract/tracking/visitor.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { anonymousIdOf } from "./rules.ts";
import { linkVisitorTo } from "./store.ts";

export function visitorRoutes({ db, clock }: Pick<AppContext, "db" | "clock">, calls: RpcRouter): void {
  calls.on(linkVisitor, async ({ proof }, caller) => {
    await linkVisitorTo(db, anonymousIdOf(proof), requireUser(caller).userId, new Date(clock.now()));
    return null;
  });
}
