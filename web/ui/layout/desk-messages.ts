/** Texts of the frame of staff pages. */
export const deskMessages = { leave: "离开" } as const;
