import type { BlockOf } from "#contract/blocks/blocks.ts";
import { mapLink } from "../platform/location/map-link.ts";
import { NavigateIcon } from "../ui/icons/detail-icons.tsx";
import { PlaceMap } from "../ui/media/place-map.tsx";
import { TitledCard } from "./titled-card.tsx";
import { blocksMessages } from "./messages.ts";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as detailCss from "../ui/styles/detail.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Location with a link to a map service at its coordinates. */
export const MapBlock = ({ block }: { block: BlockOf<"map"> }) => {
  const { title, name, address, longitude, latitude } = block;
  return (
    <TitledCard title={title}>
      <div className={detailCss.map}>
        <PlaceMap longitude={longitude} latitude={latitude} address={name} />
        <div className={detailCss.address}>
          <div className={layoutCss.grow}>
            <p className={`${textCss.small} ${textCss.medium}`}>{name}</p>
            <p className={`${textCss.caption} ${textCss.tertiary}`}>{address}</p>
          </div>
          <a
            className={`${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small}`}
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
