import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "../../platform/environment/site.ts";
import { placeMapMessages } from "./place-map-messages.ts";
import * as detailCss from "../styles/detail.module.css";

type PlaceMapProps = { longitude: number; latitude: number; address: string };

/** Map of a place, on servers that have maps (requirement K30); nothing if it cannot be loaded. */
export function PlaceMap({ longitude, latitude, address }: PlaceMapProps) {
  const hasMaps = useRouteLoaderData<RootData>("root")?.site.hasMaps;
  const [hasFailed, setHasFailed] = useState(false);
  if (!hasMaps || hasFailed) return null;
  return (
    <img
      className={detailCss.placeMap}
      src={`/map/${longitude},${latitude}`}
      alt={placeMapMessages.mapOf(address)}
      width={1024}
      height={448}
      loading="lazy"
      ref={(picture) => {
        // It may have failed before React took over the page, and its event is gone.
        if (picture?.complete && picture.naturalWidth === 0) setHasFailed(true);
      }}
      onError={() => setHasFailed(true)}
    />
  );
}
