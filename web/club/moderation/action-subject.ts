import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment } from "#contract/club/shapes.ts";

/** What can be complained of, hidden, deleted. */
export type ActionSubject =
  | {
      readonly kind: "article";
      readonly article: ArticleDetail;
      /** It is no longer there for the person. */
      readonly onGone: () => void;
    }
  | {
      readonly kind: "comment";
      readonly comment: Comment;
      /** The person leads the group. */
      readonly manages: boolean;
      /** It stands below the person's own article, who may delete it. */
      readonly isBelowOwn: boolean;
      readonly onGone: () => void;
      /** Nothing of its author is there for the person any more. */
      readonly onBlocked: () => void;
      readonly onDelete: () => void;
    }
  | {
      readonly kind: "member";
      readonly member: { readonly id: string; readonly displayName: string };
      readonly onGone: () => void;
    };
