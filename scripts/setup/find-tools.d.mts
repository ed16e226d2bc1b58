export const MIN_POSTGRES: number;
export const HEADLESS_SHELL: string;
export function findChromium(): string | null;
export function findPostgres(): string | null;
export const playwrightFeaturesOff: string[];
export const chromiumFlags: string[];
