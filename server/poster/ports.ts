/** What posters ask of their neighbours. */
export type PosterPorts = {
  /** A stored picture cut to a size, as PNG; null: not one of ours. @throws Refusal "busy" */
  crop(url: string, size: { readonly width: number; readonly height: number }): Promise<Buffer | null>;
  /** Who shares by a reference of this activity; null for any other text. */
  sharer(activityId: string, reference: string): Promise<{ readonly nickname: string } | null>;
};
