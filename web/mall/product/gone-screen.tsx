import type { ProductCard } from "#contract/mall/product.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { mallMessages } from "../messages.ts";
import { HomeSection } from "../home/home-section.tsx";
import { ProductGrid } from "../shared/product-card.tsx";

/** Page of a product that is not sold any more, with others. */
export default function GoneScreen({ popular }: { popular: readonly ProductCard[] }) {
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={mallMessages.title} back="/mall" />
      <EmptyState title={mallMessages.gone} text={mallMessages.goneText}>
        <ButtonLink look="tonal" to="/mall">
          {mallMessages.toMall}
        </ButtonLink>
      </EmptyState>
      {popular.length > 0 && (
        <HomeSection title={mallMessages.similar}>
          <ProductGrid products={popular} />
        </HomeSection>
      )}
    </Screen>
  );
}
