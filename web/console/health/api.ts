import { showHealth, type Health } from "#contract/console/watch/health.ts";
import { send } from "../shell/index.ts";

export const loadHealth = (): Promise<Health> => send(showHealth, {});
export const healthKey = [showHealth.name];
