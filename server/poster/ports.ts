/** Interfaces of other modules that posters depend on. */
export type PosterPorts = {
  /**
   * Crops a stored picture to a size, for the caller at an address.
   * @returns PNG; null if the picture is not stored here
   * @throws Refusal "tooMany" or "busy"
   */
  crop(
    url: string,
    size: { readonly width: number; readonly height: number },
    address: string,
  ): Promise<Buffer | null>;
  /** Finds the person who shares by a reference of this activity; null for any other text. */
  sharer(activityId: string, reference: string): Promise<{ readonly nickname: string } | null>;
};
