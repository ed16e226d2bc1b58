import { useState } from "react";
import { useParams } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadArticle } from "../article/api.ts";
import { editArticleMessages } from "./edit-messages.ts";
import { EditForm } from "./edit-form.tsx";
import { ListSkeleton } from "../skeletons.tsx";
import { clubMessages } from "../messages.ts";
import * as clubCss from "../club.module.css";

/** Loads an article; "none" if it is missing, hidden, another person's or in a group that the author has left. */
async function loadEditable(articleId: string): Promise<ArticleDetail | "none"> {
  try {
    const article = await loadArticle(send, articleId);
    const isEditable = article.own && !article.hidden && article.group.standing === "joined";
    return isEditable ? article : "none";
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") return "none";
    throw error;
  }
}

/** Screen for editing an own article (requirements P12, P20). */
export default function EditScreen() {
  const articleId = useParams()["*"]?.split("/")[1] ?? "";
  const openId = useUser()?.openId ?? "";
  // Never starts from a cached copy, since saving it would overwrite a newer revision.
  const own = usePersonalData(`club-edit ${articleId}`, () => loadEditable(articleId), { isFresh: true });
  const [restarts, setRestarts] = useState(0);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.editArticle} back={`/club/article/${articleId}`} />
      <div className={clubCss.narrow}>
        <AuthGatedSection data={own} visitor={editArticleMessages.visitor} skeleton={<ListSkeleton />}>
          {(article) =>
            article === "none" ? (
              <EmptyState {...editArticleMessages.notEditable}>
                <ButtonLink to={`/club/article/${articleId}`}>{clubMessages.article}</ButtonLink>
              </EmptyState>
            ) : (
              <EditForm
                key={`${openId} ${restarts}`}
                {...{ openId, article }}
                onConflict={() => void own.reload()}
                onRestart={() => setRestarts(restarts + 1)}
              />
            )
          }
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
