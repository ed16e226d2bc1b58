import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { PrivacyPorts } from "./ports.ts";
import { privacyRoutes } from "./routes.ts";

export type { PrivacyPorts } from "./ports.ts";

/** Rights of people to their data: export and erasure (PIPL articles 44–47). */
export function createPrivacy(context: AppContext, calls: RpcRouter, ports: PrivacyPorts): void {
  privacyRoutes(context, calls, ports);
}
