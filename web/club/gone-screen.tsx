import { useEffect } from "react";
import { useBrand } from "../platform/site.ts";
import { pageIsGone } from "../platform/worker.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import type { ScreenProps } from "./club-data.ts";
import { words } from "./words.ts";

/** What stood here is gone: said in the club's own words, with the way back into it. */
export function GoneScreen({ of }: Pick<ScreenProps<"gone">["shown"], "of">) {
  useEffect(() => pageIsGone(), []);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.club} back="/club" />
      <Empty {...words.gone[of]}>
        <ButtonLink to={of === "group" ? "/club/groups" : "/club"}>
          {of === "group" ? words.findGroups : words.toClub}
        </ButtonLink>
      </Empty>
    </Screen>
  );
}
