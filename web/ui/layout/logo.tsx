import type { Brand } from "#contract/core/brand.ts";
import * as frameCss from "../styles/frame.module.css";

/** Brand logo: paths from BRAND_FILE in a 40 × 24 box, strokes in the text's colour. */
export const BrandMark = ({ logo }: Pick<Brand, "logo">) => (
  <svg viewBox="0 0 40 24" aria-hidden="true">
    {logo.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
);

/** Logo and name for the desktop header and the footer. */
export const Logo = ({ brand }: { brand: Pick<Brand, "name" | "latin" | "logo"> }) => (
  <span className={frameCss.logo} translate="no">
    <BrandMark logo={brand.logo} />
    <span>
      <b>{brand.name}</b>
      <small>{brand.latin}</small>
    </span>
  </span>
);
