export function lockFolder(root: string): string;
export function withLock<T>(lock: string, work: () => Promise<T>, onWait?: () => void): Promise<T>;
