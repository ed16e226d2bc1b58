/** What the edge says by itself. */
export const words = { done: "成功", unclear: "填写不正确" } as const;
