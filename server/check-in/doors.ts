/** What the check-in asks of its neighbours. */
export type CheckInDoors = {
  /** Whose code a scanned text is; "stale": of another time than now. null: none of ours. */
  judgeCode(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
};
