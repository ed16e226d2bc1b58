import { useQuery } from "@tanstack/react-query";
import { useMemo, type MouseEvent } from "react";
import { showCityOutline } from "#contract/console/content/cities.ts";
import { loadCityOutline } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";

type Point = readonly [longitude: number, latitude: number];
/** Size of the drawing, px. */
const SIZE = { width: 640, height: 300 } as const;
const MARGIN = 12;
const DIGITS = 1_000_000;

/** Projection of a city's outline into the drawing, and back. */
function projectionOf(rings: readonly (readonly Point[])[]) {
  const points = rings.flat();
  const east = points.map(([longitude]) => longitude);
  const north = points.map(([, latitude]) => latitude);
  const [west, south] = [Math.min(...east), Math.min(...north)];
  const [width, height] = [Math.max(...east) - west, Math.max(...north) - south];
  // Degrees of longitude are shorter than those of latitude.
  const narrow = Math.cos(((south + height / 2) * Math.PI) / 180);
  const scale = Math.min(
    (SIZE.width - 2 * MARGIN) / (width * narrow || 1),
    (SIZE.height - 2 * MARGIN) / (height || 1),
  );
  const left = (SIZE.width - width * narrow * scale) / 2;
  const top = (SIZE.height - height * scale) / 2;
  return {
    to: ([longitude, latitude]: Point): Point => [
      left + (longitude - west) * narrow * scale,
      top + (south + height - latitude) * scale,
    ],
    from: ([x, y]: Point): Point => [
      Math.round((west + (x - left) / (narrow * scale)) * DIGITS) / DIGITS,
      Math.round((south + height - (y - top) / scale) * DIGITS) / DIGITS,
    ],
  };
}

type CityMapProps = { cityCode: string; point: Point; onChange: (point: Point) => void };
/** Outline of the city with the point, without a foreign map script; a press sets the point. */
export function CityMap({ cityCode, point, onChange }: CityMapProps) {
  const { data } = useQuery({
    queryKey: [showCityOutline.name, cityCode],
    queryFn: () => loadCityOutline(cityCode),
    staleTime: Infinity,
    enabled: /^[1-9][0-9]{5}$/.test(cityCode),
  });
  const rings = data?.rings;
  const drawn = useMemo(() => {
    if (rings === undefined || rings.length === 0) return null;
    const projection = projectionOf(rings);
    const path = rings
      .map(
        (ring) =>
          `M${ring
            .map((one) =>
              projection
                .to(one)
                .map((n) => n.toFixed(1))
                .join(" "),
            )
            .join("L")}Z`,
      )
      .join("");
    return { projection, path };
  }, [rings]);
  if (drawn === null) return null;
  const [x, y] = drawn.projection.to(point);
  const isInside = x >= 0 && y >= 0 && x <= SIZE.width && y <= SIZE.height;
  const press = ({ currentTarget, clientX, clientY }: MouseEvent): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A press by keyboard has no place.
    if (clientX === 0 && clientY === 0) return;
    const at: Point = [((clientX - left) / width) * SIZE.width, ((clientY - top) / height) * SIZE.height];
    onChange(drawn.projection.from(at));
  };
  return (
    <figure className={editorCss.map}>
      <button type="button" aria-label={texts.place.map} onClick={press}>
        <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
          <path d={drawn.path} />
          {isInside && <circle cx={x} cy={y} r={7} />}
        </svg>
      </button>
      <figcaption>{isInside ? texts.place.mapHint : texts.place.outside}</figcaption>
    </figure>
  );
}
