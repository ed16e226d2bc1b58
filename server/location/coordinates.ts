import packaged from "gcoord";

// The package's types describe a default export, but Node loads its CommonJS module, which is that export.
const gcoord = packaged as unknown as typeof packaged.default;

/** WGS-84 degrees (browsers, the contract) as GCJ-02 degrees (Chinese maps); unchanged outside China. */
export function toGcj02(longitude: number, latitude: number): readonly [number, number] {
  const [east, north] = gcoord.transform([longitude, latitude], gcoord.WGS84, gcoord.GCJ02);
  return [east, north];
}
/** BD-09 degrees (Baidu's maps) as WGS-84 degrees. */
export function fromBd09(longitude: number, latitude: number): readonly [number, number] {
  const [east, north] = gcoord.transform([longitude, latitude], gcoord.BD09, gcoord.WGS84);
  return [east, north];
}
/** GCJ-02 degrees as WGS-84 degrees, exact to a few centimetres. */
export function toWgs84(longitude: number, latitude: number): readonly [number, number] {
  const [east, north] = gcoord.transform([longitude, latitude], gcoord.GCJ02, gcoord.WGS84);
  return [east, north];
}
