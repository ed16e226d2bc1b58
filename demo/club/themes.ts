import type { Theme } from "./theme.ts";
import { lifeThemes } from "./themes-life.ts";
import { roadThemes } from "./themes-road.ts";

export const themes: Readonly<Record<string, Theme>> = { ...roadThemes, ...lifeThemes };
