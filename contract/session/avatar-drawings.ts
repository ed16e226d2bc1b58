import { WEB_BASE } from "../core/web-base.ts";

/** Drawings that a person can choose as their picture: SVG files that the web app serves. */
export const avatarDrawings = ["peak", "lake", "road", "forest", "dawn", "night", "coast", "snow"] as const;
export type AvatarDrawing = (typeof avatarDrawings)[number];

/** Path of a drawing below the origin. */
export const avatarDrawingUrl = (drawing: AvatarDrawing): string => `${WEB_BASE}avatars/${drawing}.svg`;
