/** The provider's end-session address, which redirects to the app's first page. */
export function endSessionUrl(pass: string, clientId: string, home: string): string {
  const address = new URL(`${pass}session/end`);
  address.searchParams.set("client_id", clientId);
  address.searchParams.set("post_logout_redirect_uri", home);
  return address.href;
}
