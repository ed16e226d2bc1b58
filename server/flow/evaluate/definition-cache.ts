import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/core/errors.ts";
import { flowProcess, type FlowProcessDefinition } from "#contract/flow/process.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { FlowSubject } from "./facts.ts";
import { graphProblems } from "../process-graph.ts";
import type { FlowStore } from "../store.ts";

/**
 * Caches definitions by process and version, which never change.
 * @returns a function that returns null for an activity without a process and throws Refusal 603, 604, 609
 */
export function definitionCache(context: AppContext, store: FlowStore) {
  const cache = new LRUCache<string, Promise<FlowProcessDefinition>>({ max: 1_000 });
  async function load(processKey: string, version: number): Promise<FlowProcessDefinition> {
    const stored = await store.findDefinition(processKey, version);
    if (stored === undefined) throw new Refusal("queryFailed603");
    const parsed = flowProcess.safeParse(stored);
    if (parsed.success && Object.keys(graphProblems(parsed.data)).length === 0) return parsed.data;
    context.log.error({ processKey, version }, "stored flow process invalid");
    throw new Refusal("queryFailed604");
  }
  return async ({ processKey, process }: FlowSubject): Promise<FlowProcessDefinition | null> => {
    if (process === null) return null;
    if (!process.isEnabled) throw new Refusal("flowDisabled");
    const key = `${processKey} ${process.version}`;
    const loading = cache.get(key) ?? load(processKey, process.version);
    cache.set(key, loading);
    try {
      return await loading;
    } catch (error) {
      cache.delete(key);
      throw error;
    }
  };
}
