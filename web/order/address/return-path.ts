/** Path below `/mall/` in the parameter `back`; null for anything else, so that no foreign address is followed. */
export function ownPathIn(parameters: URLSearchParams): string | null {
  const back = parameters.get("back") ?? "";
  return /^\/mall\/(checkout|order)[/?]?[\w/?=&%-]*$/.test(back) ? back : null;
}

/** The path with the chosen address as its parameter `address`. */
export function chosenAddressUrl(path: string, addressId: string): string {
  const [before = "", search = ""] = path.split("?");
  const parameters = new URLSearchParams(search);
  parameters.set("address", addressId);
  return `${before}?${parameters.toString()}`;
}
