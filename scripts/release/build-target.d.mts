export function buildTarget(environment: Readonly<Record<string, string | undefined>>): string;
