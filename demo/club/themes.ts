import type { ClubTheme } from "./theme.ts";
import { lifeThemes } from "./themes-life.ts";
import { roadThemes } from "./themes-road.ts";

export const clubThemes: Readonly<Record<string, ClubTheme>> = { ...roadThemes, ...lifeThemes };
