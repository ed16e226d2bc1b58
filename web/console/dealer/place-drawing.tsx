import type { DealerOutline } from "#contract/console/basics/dealers.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";

const { detail: texts } = dealerPageMessages;
const WIDTH = 320;
const HEIGHT = 220;
const MARGIN = 12;

/** Turns degrees into points of the drawing, which shows the rings and the point. */
function projection(points: readonly (readonly [number, number])[]) {
  const longitudes = points.map(([east]) => east);
  const latitudes = points.map(([, north]) => north);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  // A degree of longitude is shorter than one of latitude.
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max((east - west) * narrowing, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 1e-6),
  );
  const left = (WIDTH - (east - west) * narrowing * scale) / 2;
  const top = (HEIGHT - (north - south) * scale) / 2;
  return ([longitude, latitude]: readonly [number, number]): [number, number] => [
    left + (longitude - west) * narrowing * scale,
    top + (north - latitude) * scale,
  ];
}
const pathOf = (ring: readonly (readonly [number, number])[], to: ReturnType<typeof projection>): string =>
  `M${ring
    .map((point) =>
      to(point)
        .map((number) => number.toFixed(1))
        .join(" "),
    )
    .join("L")}Z`;

type PlaceDrawingProps = { outline: DealerOutline; cityName: string; isOtherCity: boolean };
/** Outline of the city with the dealer's point, without a map of others; says where the point lies otherwise. */
export function PlaceDrawing({ outline, cityName, isOtherCity }: PlaceDrawingProps) {
  const { rings, point, cityOfPoint } = outline;
  const place: [number, number] = [point.longitude, point.latitude];
  const to = projection([...rings.flat(), ...(isOtherCity && rings.length > 0 ? [] : [place])]);
  const [x, y] = to(place);
  const isShown = x >= 0 && y >= 0 && x <= WIDTH && y <= HEIGHT;
  return (
    <>
      {rings.length === 0 ? (
        <p className={dealerCss.noOutline}>{texts.noOutline}</p>
      ) : (
        <figure className={dealerCss.figure} aria-label={texts.drawing(cityName)}>
          <svg className={dealerCss.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
            <path className={dealerCss.city} d={rings.map((ring) => pathOf(ring, to)).join("")} />
            {isShown && (
              <>
                <circle className={dealerCss.halo} cx={x} cy={y} r={11} />
                <circle className={dealerCss.point} cx={x} cy={y} r={5} />
              </>
            )}
          </svg>
        </figure>
      )}
      {cityOfPoint === null && <NoteBar tone="warn">{texts.outside}</NoteBar>}
      {cityOfPoint !== null && isOtherCity && (
        <NoteBar tone="warn">{texts.otherCity(cityOfPoint.name)}</NoteBar>
      )}
    </>
  );
}
