import type { BlockOf } from "#contract/blocks/blocks.ts";
import { mapLink } from "../platform/location/map-link.ts";
import { NavigateIcon } from "../ui/icons/detail-icons.tsx";
import mapUrl from "../ui/media/map.svg?url&no-inline";
import { TitledCard } from "./titled-card.tsx";
import { blocksMessages } from "./messages.ts";

/** Where something is; the map is a drawing, its button opens a real one at the coordinates. */
export const MapBlock = ({ block }: { block: BlockOf<"map"> }) => {
  const { title, name, address, longitude, latitude } = block;
  return (
    <TitledCard title={title}>
      <div className="mapst">
        <img src={mapUrl} alt="" width={750} height={132} loading="lazy" decoding="async" />
        <div className="ad">
          <div className="f1">
            <p className="bs md">{name}</p>
            <p className="cap c3">{address}</p>
          </div>
          <a
            className="btn t sm"
            href={mapLink({ longitude, latitude, name })}
            target="_blank"
            rel="noreferrer"
          >
            <NavigateIcon size={20} />
            {blocksMessages.navigate}
          </a>
        </div>
      </div>
    </TitledCard>
  );
};
