import { useSearchParams } from "react-router";
import type { Group } from "#contract/club/shapes.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadOwnGroups } from "../group/api.ts";
import { ListSkeleton } from "../skeletons.tsx";
import { clubMessages } from "../messages.ts";
import { writingMessages } from "../writing-messages.ts";
import { WriteForm } from "./write-form.tsx";
import * as clubCss from "../club.module.css";

/** Loads the person's groups in which they may write. */
async function loadWritableGroups(): Promise<readonly Group[]> {
  const all: Group[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await loadOwnGroups(send, cursor ?? undefined);
    all.push(...page.list);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all.filter(({ standing }) => standing === "joined");
}

/** Screen for writing an article (requirements P12, P20). */
export default function WriteScreen() {
  const [parameters] = useSearchParams();
  const user = useUser();
  // Avoids the cache, which may lack a group that was just joined, so that the article would go to another one.
  const own = usePersonalData("club-groups", loadWritableGroups, { isFresh: true });
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={writingMessages.write.title} back="/club" />
      <div className={clubCss.narrow}>
        <AuthGatedSection data={own} visitor={writingMessages.write.visitor} skeleton={<ListSkeleton />}>
          {(groups) =>
            groups.length === 0 ? (
              <EmptyState {...writingMessages.write.noGroup}>
                <ButtonLink to="/club/groups">{clubMessages.findGroups}</ButtonLink>
              </EmptyState>
            ) : (
              <WriteForm
                key={user?.openId}
                openId={user?.openId ?? ""}
                groups={groups}
                groupId={parameters.get("groupId")}
                activityId={parameters.get("activityId")}
              />
            )
          }
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
