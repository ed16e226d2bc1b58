import { MAX_OWN_NICKNAME } from "#contract/session/profile.ts";
import { cleanLine } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sessionMessages } from "../messages.ts";

/**
 * Nickname as it is stored: one line without invisible characters.
 * @throws Refusal "invalid" with the field `nickname` if nothing is left, or if it has a barred word
 */
export async function ownNickname(
  typed: string,
  hasForbiddenWord: (text: string) => Promise<boolean>,
): Promise<string> {
  const nickname = cleanLine(typed, MAX_OWN_NICKNAME);
  if (nickname === "")
    throw new Refusal("invalid", { fields: { nickname: sessionMessages.nicknameMissing } });
  if (await hasForbiddenWord(nickname))
    throw new Refusal("invalid", { fields: { nickname: sessionMessages.forbiddenWord } });
  return nickname;
}
