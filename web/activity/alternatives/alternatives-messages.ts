/** Texts of the alternatives below an activity that is full or over. */
export const alternativesMessages = { title: "同城还可以报名", all: "全部" } as const;
