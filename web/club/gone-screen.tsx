import { useEffect } from "react";
import { useBrand } from "../platform/environment/site.ts";
import { markPageGone } from "../platform/page-load/service-worker.ts";
import { ButtonLink } from "../ui/form/button.tsx";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import type { ScreenProps } from "./club-data.ts";
import { clubMessages } from "./messages.ts";

/** Screen for deleted or hidden content, with a link back into the club. */
export function GoneScreen({ of }: Pick<ScreenProps<"gone">["shown"], "of">) {
  useEffect(() => markPageGone(), []);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.club} back="/club" />
      <EmptyState {...clubMessages.gone[of]}>
        <ButtonLink to={of === "group" ? "/club/groups" : "/club"}>
          {of === "group" ? clubMessages.findGroups : clubMessages.toClub}
        </ButtonLink>
      </EmptyState>
    </Screen>
  );
}
