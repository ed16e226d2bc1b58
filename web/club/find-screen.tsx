import "../ui/form.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#contract/community-shapes.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { send } from "../platform/http/send.ts";
import { useBrand } from "../platform/site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { SearchIcon } from "../ui/icons.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { loadGroups } from "./api.ts";
import type { ScreenProps } from "./club-data.ts";
import { learnGroups } from "./club-state.ts";
import { More } from "./more.tsx";
import { GroupList } from "./group-row.tsx";
import { words } from "./words.ts";

/** Groups found, and those that follow as the end comes near. */
function Results({ shown }: Pick<ScreenProps<"find">, "shown">) {
  const { page, keyword } = shown;
  const [further, setFurther] = useState<readonly Group[]>([]);
  const [cursor, setCursor] = useState(page.nextCursor);
  const load = async (from: string) => {
    const next = await loadGroups(send, { ...(keyword !== "" && { keyword }), cursor: from });
    learnGroups(next.list);
    setFurther((before) => [...before, ...next.list]);
    setCursor(next.nextCursor);
  };
  if (page.list.length === 0)
    return (
      <Empty title={words.find.none} text={words.find.noneText(keyword)}>
        <ButtonLink to="/club/find" look="tonal" replace>
          {words.find.all}
        </ButtonLink>
      </Empty>
    );
  return (
    <div className="cl-pad mt3">
      <GroupList groups={[...page.list, ...further]} />
      <More cursor={cursor} load={load} end={words.find.end} />
    </div>
  );
}

/** All groups, and the way to find one by its name. */
export function FindScreen({ shown }: ScreenProps<"find">) {
  const navigate = useNavigate();
  return (
    <Screen brand={useBrand()} current="club">
      <NavBar title={words.find.title} back="/club/groups" />
      <search className="cl-pad mt3 cl-blk">
        <form
          action=""
          onSubmit={(event) => {
            event.preventDefault();
            const asked = new FormData(event.currentTarget).get("keyword");
            const keyword = typeof asked === "string" ? asked.trim() : "";
            const query = keyword === "" ? "" : `?keyword=${encodeURIComponent(keyword)}`;
            void navigate(`/club/find${query}`, { replace: true });
          }}
        >
          <label className="inp cl-search">
            <SearchIcon size={20} />
            <input
              key={shown.keyword}
              type="search"
              name="keyword"
              defaultValue={shown.keyword}
              placeholder={words.find.placeholder}
              aria-label={words.find.placeholder}
              maxLength={communityLimits.keywordMost}
              enterKeyHint="search"
            />
          </label>
        </form>
      </search>
      <Results key={shown.keyword} shown={shown} />
    </Screen>
  );
}
