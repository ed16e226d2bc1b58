type Scope = { readonly session_id: string | null; readonly dealer_id: string | null };
/** Whether a guest of the activity belongs to a link. Guests without a dealer belong to every dealer's link. */
export const isGuestOf = (link: Scope, guest: Scope): boolean =>
  (link.session_id === null || link.session_id === guest.session_id) &&
  (link.dealer_id === null || guest.dealer_id === null || link.dealer_id === guest.dealer_id);
