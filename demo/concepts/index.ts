import { careClasses } from "./care-class.ts";
import { careVisits } from "./care-visit.ts";
import type { Concept, OnlineConcept } from "./concept.ts";
import { familyDrives } from "./drive-family.ts";
import { roadDrives } from "./drive-road.ts";
import { townDrives } from "./drive-town.ts";
import { onlineCare } from "./online-care.ts";
import { onlineClasses } from "./online-class.ts";
import { onlineSale } from "./online-sale.ts";
import { onlineStories } from "./online-stories.ts";
import { onlineTogether } from "./online-together.ts";
import { roadEvents } from "./owner-road.ts";
import { townEvents } from "./owner-town.ts";
import { usedCars } from "./used-car.ts";

/** All offline concepts. */
export const concepts: readonly Concept[] = [
  ...roadDrives,
  ...townDrives,
  ...familyDrives,
  ...careClasses,
  ...careVisits,
  ...roadEvents,
  ...townEvents,
  ...usedCars,
];
/** All online concepts. */
export const onlineConcepts: readonly OnlineConcept[] = [
  ...onlineStories,
  ...onlineTogether,
  ...onlineCare,
  ...onlineClasses,
  ...onlineSale,
];

/** Finds an offline concept by its key. @throws Error for an unknown key */
export function conceptOf(key: string): Concept {
  const concept = concepts.find((one) => one.key === key);
  if (!concept) throw new Error(`no concept ${key}`);
  return concept;
}
