import * as cartLinkCss from "./cart-link.module.css";
import { Link } from "react-router";
import { CartIcon } from "../../ui/icons/mall-icons.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as frameCss from "../../ui/styles/frame.module.css";
import { useCart } from "../cart/use-cart.ts";
import { mallMessages } from "../messages.ts";

/** Link to the cart with the number of its products. @param isGlass on a picture */
export function CartLink({ isGlass = false }: { isGlass?: boolean }) {
  const count = useCart().cart?.lines.length ?? 0;
  return (
    <Link
      className={classNames(frameCss.iconButton, isGlass && frameCss.glass)}
      to="/mall/cart"
      aria-label={count > 0 ? mallMessages.cartWith(count) : mallMessages.cart}
    >
      <CartIcon />
      {count > 0 && <span className={cartLinkCss.count}>{count > 99 ? "99+" : count}</span>}
    </Link>
  );
}
