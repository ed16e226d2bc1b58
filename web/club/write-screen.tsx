import { useSearchParams } from "react-router";
import type { Group } from "#contract/community-shapes.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useBrand } from "../platform/site.ts";
import { useOwn } from "../platform/use-own.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { loadOwnGroups } from "./api.ts";
import { Boxes } from "./waiting.tsx";
import { words } from "./words.ts";
import { WriteForm } from "./write-form.tsx";

/** Of the groups that somebody is in, where they may write. */
async function loadWritable(): Promise<readonly Group[]> {
  const all: Group[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await loadOwnGroups(send, cursor ?? undefined);
    all.push(...page.list);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all.filter(({ standing }) => standing === "joined");
}

/** Where an article is written (requirements P12, P20). */
export default function WriteScreen() {
  const [parameters] = useSearchParams();
  const user = useUser();
  // An older copy may be without the group that somebody has just joined: what they write would go to another.
  const own = useOwn("club-groups", loadWritable, { isFresh: true });
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.write.title} back="/club" />
      <div className="cl-narrow">
        <OwnPart own={own} visitor={words.write.visitor} skeleton={<Boxes />}>
          {(groups) =>
            groups.length === 0 ? (
              <Empty {...words.write.noGroup}>
                <ButtonLink to="/club/groups">{words.findGroups}</ButtonLink>
              </Empty>
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
        </OwnPart>
      </div>
    </Screen>
  );
}
