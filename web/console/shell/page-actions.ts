import { createContext } from "react";

/** Place in the page's head where its list adds buttons; null: the page has no such head. */
export const PageActions = createContext<HTMLElement | null>(null);
