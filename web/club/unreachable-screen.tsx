import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { onReconnect } from "../platform/browser/network.ts";
import { useBrand } from "../platform/environment/site.ts";
import { Button } from "../ui/form/button.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import type { ScreenProps } from "./club-data.ts";
import { HomeHead } from "./home/home-screen.tsx";
import { clubMessages } from "./messages.ts";

/**
 * Screen that cannot be loaded now. The tabs stay, so that cached screens are in reach; it reloads by itself when
 * the network returns (requirement V28).
 */
export function UnreachableScreen({ shown: { tab, reason } }: ScreenProps<"unreachable">) {
  const { revalidate, state } = useRevalidator();
  const again = useEffectEvent(() => void revalidate());
  useEffect(() => onReconnect(() => again()), []);
  const { art, ...failure } = describeFailure(reason);
  const { title, text } = art === "net" ? clubMessages.unreachable : failure;
  return (
    <Screen brand={useBrand()} current="club" hasBar={tab === null}>
      {tab === null ? <NavBar title={clubMessages.club} back="/club" /> : <HomeHead tab={tab} unread={0} />}
      <EmptyState art={art} title={title} text={text}>
        <Button look="tonal" isBusy={state === "loading"} onClick={() => void revalidate()}>
          {clubMessages.retry}
        </Button>
      </EmptyState>
    </Screen>
  );
}
