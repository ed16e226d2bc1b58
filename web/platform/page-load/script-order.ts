/** Which scripts each script imports, by their addresses; nothing of what `import()` loads. */
export type ScriptImports = Readonly<Record<string, readonly string[]>>;

/**
 * Scripts with all that they import, each after what it imports: started one after another none
 * brings another along into its own task, which would hold up a tap for as long as all of them take.
 * What imports itself by way of others stands where it is met first.
 */
export function orderScripts(scripts: readonly string[], imports: ScriptImports): string[] {
  const ordered = new Set<string>();
  const met = new Set<string>();
  const take = (script: string): void => {
    if (met.has(script)) return;
    met.add(script);
    imports[script]?.forEach(take);
    ordered.add(script);
  };
  scripts.forEach(take);
  return [...ordered];
}
