export const POSTGRES_LEAST: number;
export function findChromium(): string | null;
export function findPostgres(): string | null;
export const chromiumFlags: string[];
