/** Nicknames of people who have chosen none: those that logins invent, with or without the end of a mobile. */
const DEFAULT = /^(?:.{0,30}用户(\d{4})|新用户|微信用户)$/u;

/** The nickname by which a person is addressed; null for one who has chosen none, whom an invented name would not please. */
export const chosenNickname = (nickname: string): string | null =>
  DEFAULT.test(nickname) || nickname === "" ? null : nickname;

/** The name under which others see a person; one who has chosen none keeps only the digits that tell people apart. */
export const publicNickname = (nickname: string): string =>
  nickname.replace(DEFAULT, (_all, digits?: string) => `车友${digits ?? ""}`);
