/** Texts of what is offered where an activity takes nobody any more. */
export const alternativesMessages = { title: "同城还可以报名", all: "全部" } as const;
