import * as addressCss from "./address.module.css";
import * as orderCss from "../shared/order.module.css";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Address } from "#contract/mall/address.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadAddresses } from "../api.ts";
import { AddressForm } from "./address-form.tsx";
import { addressMessages } from "./address-messages.ts";
import { chosenAddressUrl, ownPathIn } from "./return-path.ts";

const visitor = { title: addressMessages.visitor, text: addressMessages.noneText };
const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

const AddressCard = ({ address, query }: { address: Address; query: string }) => {
  const { addressId, name, mobile, divisionName, detail, isDefault } = address;
  return (
    <li className={`${contentCss.card} ${orderCss.card}`}>
      <p className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
        <b>{name}</b>
        <span className={textCss.numeric}>{maskMobile(mobile)}</span>
        {isDefault && <Tag kind="brand">{addressMessages.isDefault}</Tag>}
      </p>
      <p className={`${textCss.small} ${textCss.secondary}`} dir="auto">
        {divisionName} {detail}
      </p>
      <div className={addressCss.actions}>
        <span />
        <Link className={controlsCss.link} to={`/mall/addresses/${addressId}${query}`}>
          {addressMessages.edit}
        </Link>
      </div>
    </li>
  );
};

const List = ({ addresses, query }: { addresses: readonly Address[]; query: string }) => {
  const left = mallLimits.maxAddresses - addresses.length;
  return (
    <>
      {addresses.length === 0 && <EmptyState title={addressMessages.none} text={addressMessages.noneText} />}
      <ul>
        {addresses.map((address) => (
          <AddressCard key={address.addressId} address={address} query={query} />
        ))}
      </ul>
      <p className={contentCss.more}>{left > 0 ? addressMessages.left(left) : addressMessages.full}</p>
      <div className={`${frameCss.bottomBar} ${orderCss.bar}`}>
        <div className={frameCss.inner}>
          {left > 0 ? (
            <ButtonLink className={layoutCss.grow} to={`/mall/addresses/new${query}`}>
              {addressMessages.add}
            </ButtonLink>
          ) : (
            <Button className={layoutCss.grow} disabled>
              {addressMessages.add}
            </Button>
          )}
        </div>
      </div>
    </>
  );
};

/** The person's addresses: the list, a new one, or one of them (mockup 13-mall-address; requirement MA12). */
export default function AddressesScreen({ rest: [id] }: { rest: readonly string[] }) {
  const own = usePersonalData("addresses", () => loadAddresses(send), { isFresh: true });
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const back = ownPathIn(parameters);
  const query = back === null ? "" : `?back=${encodeURIComponent(back)}`;
  const leave = (saved: Address | null) => {
    void own.reload();
    showToast(addressMessages.saved);
    const target =
      back === null || saved === null ? `/mall/addresses${query}` : chosenAddressUrl(back, saved.addressId);
    void navigate(target, { replace: true });
  };
  const isForm = id !== undefined;
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar
        title={
          !isForm ? addressMessages.title : id === "new" ? addressMessages.add : addressMessages.editTitle
        }
        back={isForm ? `/mall/addresses${query}` : (back ?? "/mine")}
      />
      <AuthGatedSection data={own} visitor={visitor} skeleton={<Skeleton />}>
        {(addresses) => {
          if (!isForm) return <List addresses={addresses} query={query} />;
          const address = addresses.find(({ addressId }) => addressId === id) ?? null;
          if (address === null && id !== "new") return <EmptyState title={addressMessages.none} />;
          return (
            <AddressForm
              key={id}
              address={address}
              onSaved={leave}
              onRemoved={() => {
                void own.reload();
                void navigate(`/mall/addresses${query}`, { replace: true });
              }}
            />
          );
        }}
      </AuthGatedSection>
    </Screen>
  );
}
