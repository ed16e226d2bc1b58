/** Static imports of each script, by address; dynamic imports are not included. */
export type ScriptImports = Readonly<Record<string, readonly string[]>>;

/**
 * Orders scripts so that each comes after all its imports: started one by one, none pulls in another in its
 * own task, which would block a tap for as long as all of them take. In an import cycle, a script stands
 * where it is found first.
 */
export function orderScripts(scripts: readonly string[], imports: ScriptImports): string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const visit = (script: string): void => {
    if (visited.has(script)) return;
    visited.add(script);
    imports[script]?.forEach(visit);
    ordered.add(script);
  };
  scripts.forEach(visit);
  return [...ordered];
}
