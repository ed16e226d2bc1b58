/** Texts of an offline page that takes leads; not among those of every page. */
export const words = { apply: "立即登记" } as const;
