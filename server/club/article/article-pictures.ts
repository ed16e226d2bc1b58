import { Refusal } from "#contract/core/errors.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";

/** Claims uploaded pictures for an article, all or none. @throws Refusal "invalid" if one is not the user's */
export async function claimPictures(
  club: ClubContext,
  ids: readonly string[],
  userId: string,
): Promise<void> {
  const claimed: string[] = [];
  for (const id of ids) {
    if (await club.ports.pictures.claim(id, userId)) claimed.push(id);
    else {
      await releasePictures(club, claimed);
      throw new Refusal("invalid", { fields: { pictureIds: clubMessages.pictureExpired } });
    }
  }
}

/** Releases pictures that an article no longer shows; the maker's own pictures have addresses, not ids, and stay. */
export async function releasePictures(club: ClubContext, images: readonly string[]): Promise<void> {
  for (const image of images) if (/^\d+$/.test(image)) await club.ports.pictures.release(image);
}
