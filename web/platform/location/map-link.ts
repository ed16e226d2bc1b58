/** A place in WGS-84 degrees, with the name to show at the pin. */
export type MapPlace = { readonly longitude: number; readonly latitude: number; readonly name: string };

/**
 * Address that opens the AMap app if it is installed, otherwise AMap's web page. AMap converts WGS-84 to its
 * own system.
 */
export function mapLink({ longitude, latitude, name }: MapPlace): string {
  const query = new URLSearchParams({
    position: `${longitude},${latitude}`,
    name,
    src: "marque",
    coordinate: "wgs84",
    callnative: "1",
  });
  return `https://uri.amap.com/marker?${query.toString()}`;
}
