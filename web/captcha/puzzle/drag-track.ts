/**
 * [dx, dy, ms] since the previous step, in px of a 320 px wide picture; the first is [0, 0, ms] from display
 * to press.
 */
export type DragStep = [dx: number, dy: number, ms: number];
type Point = { readonly x: number; readonly y: number; readonly time: number };

/** Rounds positions and times to a tenth; applied before subtraction so that errors do not add up. */
const tenth = (value: number): number => Math.round(value * 10) / 10;
const rounded = ({ x, y, time }: Point): Point => ({ x: tenth(x), y: tenth(y), time: tenth(time) });

/** Track of one drag, from press to release. */
export class DragTrack {
  readonly steps: DragStep[];
  #last: Point;
  /** @param shownTime time the picture was displayed, ms on the clock of `pressed.time` */
  constructor(pressed: Point, shownTime: number) {
    this.#last = rounded(pressed);
    this.steps = [[0, 0, Math.max(0, tenth(this.#last.time - tenth(shownTime)))]];
  }
  move(point: Point): void {
    const { x, y, time } = rounded(point);
    this.steps.push([tenth(x - this.#last.x), tenth(y - this.#last.y), tenth(time - this.#last.time)]);
    this.#last = { x, y, time };
  }
  /** Duration since the press, ms. */
  get duration(): number {
    return this.steps.slice(1).reduce((total, [, , ms]) => total + ms, 0);
  }
}
