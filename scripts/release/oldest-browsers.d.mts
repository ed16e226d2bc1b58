export const oldestBrowsers: Readonly<Record<string, number>>;
export const browserTarget: string[];
