import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment } from "#contract/club/shapes.ts";

/** Target of the action sheet. */
export type ActionSubject =
  | {
      readonly kind: "article";
      readonly article: ArticleDetail;
      /** Called when the viewer can no longer see the target. */
      readonly onGone: () => void;
    }
  | {
      readonly kind: "comment";
      readonly comment: Comment;
      /** The viewer manages the group. */
      readonly manages: boolean;
      /** The comment is below the viewer's own article, so that they may delete it. */
      readonly isBelowOwn: boolean;
      readonly onGone: () => void;
      /** Called when the viewer has blocked the author. */
      readonly onBlocked: () => void;
      readonly onDelete: () => void;
    }
  | {
      readonly kind: "member";
      readonly member: { readonly id: string; readonly displayName: string };
      readonly onGone: () => void;
    };
