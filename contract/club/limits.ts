/** Limits of the car club, without zod so that a form can count by them. */
export const clubLimits = {
  /** Characters of an article's title; it may have none. */
  titleMost: 40,
  /** Characters of an article's text as read, without markup. */
  articleMost: 5_000,
  /** Of the markup that is sent for it. */
  markupMost: 40_000,
  commentMost: 500,
  commentMarkupMost: 8_000,
  imagesMost: 9,
  /** People mentioned in one text; further ones stay plain text. */
  mentionsMost: 10,
  /** Groups that a person is in at a time. */
  groupsMost: 20,
  /** Of an application to a group, of a report's words. */
  reasonMost: 200,
  /** Of what a group says of itself in a line, and of its rules. */
  introMost: 60,
  rulesMost: 500,
  keywordMost: 20,
  /** Of those who like an article, how many its page shows. */
  likersShown: 5,
  /** Names that the mention picker is given. */
  suggestionsMost: 20,
} as const;
