/** What a person's rights ask of other modules. */
export type RightsDoors = {
  /** Addresses that show pictures for ten minutes, by their ids. */
  pictureUrls(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
