import { useState } from "react";
import { useParams } from "react-router";
import type { ArticleDetail } from "#contract/community-articles.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useBrand } from "../platform/site.ts";
import { useOwn } from "../platform/use-own.ts";
import { ButtonLink } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { loadArticle } from "./api.ts";
import { words as editWords } from "./edit-article-words.ts";
import { EditForm } from "./edit-form.tsx";
import { Boxes } from "./waiting.tsx";
import { words } from "./words.ts";

/** As it stands; none: not there for the person, hidden, somebody else's, or in a group that they have left. */
async function loadOwn(articleId: string): Promise<ArticleDetail | "none"> {
  try {
    const article = await loadArticle(send, articleId);
    const isEditable = article.own && !article.hidden && article.group.standing === "joined";
    return isEditable ? article : "none";
  } catch (error) {
    if (refusalOf(error)?.refusal === "notFound") return "none";
    throw error;
  }
}

/** Where an author corrects an article (requirements P12, P20). */
export default function EditScreen() {
  const articleId = useParams()["*"]?.split("/")[1] ?? "";
  const openId = useUser()?.openId ?? "";
  // Written on from an older copy, somebody's newer words would be lost.
  const own = useOwn(`club-edit ${articleId}`, () => loadOwn(articleId), { isFresh: true });
  const [turn, setTurn] = useState(0);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.editArticle} back={`/club/article/${articleId}`} />
      <div className="cl-narrow">
        <OwnPart own={own} visitor={editWords.visitor} skeleton={<Boxes />}>
          {(article) =>
            article === "none" ? (
              <Empty {...editWords.notEditable}>
                <ButtonLink to={`/club/article/${articleId}`}>{words.article}</ButtonLink>
              </Empty>
            ) : (
              <EditForm
                key={`${openId} ${turn}`}
                {...{ openId, article }}
                onElsewhere={() => void own.reload()}
                onAnew={() => setTurn(turn + 1)}
              />
            )
          }
        </OwnPart>
      </div>
    </Screen>
  );
}
