import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { trialStatus, trialSuffix } from "#contract/core/limits.ts";
import { mapLink } from "../platform/location/map-link.ts";
import { NavigateIcon, PhoneIcon } from "../ui/icons/detail-icons.tsx";
import { PinIcon } from "../ui/icons/common-icons.tsx";
import { formatDistance } from "../ui/display/format.ts";
import { PlaceMap } from "../ui/media/place-map.tsx";
import { organisationMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as dealerCss from "./dealer.module.css";
import * as detailCss from "../ui/styles/detail.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const action = `${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small} ${layoutCss.grow}`;

/** Name, address, distance and telephone of a dealer; the trial suffix is never broken (requirement K14). */
export function DealerHead({ dealer }: { dealer: NearOrganisation }) {
  const { status, address, phone, distance, longitude, latitude } = dealer;
  const isTrial = status === trialStatus || dealer.name.endsWith(trialSuffix);
  const name = dealer.name.endsWith(trialSuffix) ? dealer.name.slice(0, -trialSuffix.length) : dealer.name;
  return (
    <section className={`${contentCss.panel} ${dealerCss.head}`}>
      <h1 className={textCss.title1}>
        {name}
        {isTrial && <span className={dealerCss.trial}>{trialSuffix}</span>}
      </h1>
      <div className={`${detailCss.map} ${layoutCss.marginTop3}`}>
        <PlaceMap longitude={longitude} latitude={latitude} address={address} />
      </div>
      <p className={`${contentCss.meta} ${layoutCss.marginTop3} ${dealerCss.line}`}>
        <PinIcon size={20} />
        <span>
          <span className={textCss.visuallyHidden}>{organisationMessages.address} </span>
          {address}
          {distance !== null && (
            <small className={`${textCss.caption} ${textCss.tertiary}`}>
              {organisationMessages.away(formatDistance(distance))}
            </small>
          )}
        </span>
      </p>
      {phone !== "" && (
        <p className={`${contentCss.meta} ${dealerCss.line}`}>
          <PhoneIcon size={20} />
          <span className={textCss.visuallyHidden}>{organisationMessages.phone} </span>
          <a href={`tel:${phone}`}>{phone}</a>
        </p>
      )}
      <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop4}`}>
        <a className={action} href={mapLink({ longitude, latitude, name })} target="_blank" rel="noreferrer">
          <NavigateIcon size={20} />
          {organisationMessages.navigate}
        </a>
        {phone !== "" && (
          <a
            className={action}
            href={`tel:${phone}`}
            aria-label={organisationMessages.callDealer(name + (isTrial ? trialSuffix : ""))}
          >
            <PhoneIcon size={20} />
            {organisationMessages.call}
          </a>
        )}
      </div>
    </section>
  );
}
