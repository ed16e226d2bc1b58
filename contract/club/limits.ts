/** Limits of the car club, without zod so that a form can count with them. */
export const clubLimits = {
  /** Maximum length of an article's title in characters; it may be empty. */
  maxTitleLength: 40,
  /** Maximum length of an article's text as read, without markup. */
  maxArticleLength: 5_000,
  /** Maximum length of an article's markup. */
  maxMarkupLength: 40_000,
  maxCommentLength: 500,
  maxCommentMarkupLength: 8_000,
  maxPictures: 9,
  /** Maximum number of people mentioned in one text; further mentions stay plain text. */
  maxMentions: 10,
  /** Maximum number of groups that a person is in. */
  maxGroups: 20,
  /** Maximum length of an application's reason and of a complaint's explanation. */
  maxReasonLength: 200,
  /** Maximum lengths of a group's intro and rules. */
  maxIntroLength: 60,
  maxRulesLength: 500,
  maxKeywordLength: 20,
  /** Number of people shown on an article's page who like it. */
  likersShown: 5,
  /** Maximum number of names in the mention picker. */
  maxSuggestions: 20,
} as const;
