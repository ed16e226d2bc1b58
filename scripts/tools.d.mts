export const POSTGRES_LEAST: number;
export function findChromium(): string | null;
export function findPostgres(): string | null;
export const playwrightFeaturesOff: string[];
export const chromiumFlags: string[];
