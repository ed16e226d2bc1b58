import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { onReturn } from "../platform/network.ts";
import { useBrand } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import type { ScreenProps } from "./club-data.ts";
import { Head } from "./home-screen.tsx";
import { words } from "./words.ts";

/**
 * A page of the club that cannot be loaded now: its tabs stay, so that those seen before are a press away, and
 * it comes by itself with the network (requirement V28).
 */
export function UnreachedScreen({ shown: { tab, reason } }: ScreenProps<"unreached">) {
  const { revalidate, state } = useRevalidator();
  const again = useEffectEvent(() => void revalidate());
  useEffect(() => onReturn(() => again()), []);
  const { art, ...failure } = failureOf(reason);
  const { title, text } = art === "net" ? words.unreached : failure;
  return (
    <Screen brand={useBrand()} current="club" hasBar={tab === null}>
      {tab === null ? <NavBar title={words.club} back="/club" /> : <Head tab={tab} unread={0} />}
      <Empty art={art} title={title} text={text}>
        <Button look="tonal" isBusy={state === "loading"} onClick={() => void revalidate()}>
          {words.retry}
        </Button>
      </Empty>
    </Screen>
  );
}
