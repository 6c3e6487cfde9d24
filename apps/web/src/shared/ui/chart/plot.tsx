import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '#shared/i18n/format.ts';
import { headroom, joinedPoints, layAxes } from './axis.ts';

type Series = { readonly name: string; readonly values: readonly number[] };

export type ChartData = {
  readonly unit: string;
  readonly ticks: readonly string[];
  /** Texts of the points in the table and in the readout. The default is the ticks. */
  readonly labels?: readonly string[];
  /**
   * One or two series, because users could not tell a third colour apart. One series is drawn as bars, two as lines.
   */
  readonly series: readonly [Series] | readonly [Series, Series];
  /**
   * Whether the last point still grows, such as the current day. It is drawn as an open mark that no line leads to,
   * because its value would look like a drop.
   */
  readonly isLastOpen?: boolean | undefined;
};

type Props = Pick<ChartData, 'ticks' | 'series' | 'isLastOpen'> & {
  /** Called with the point under the pointer, or with null once the pointer has left. */
  readonly onPoint: (point: number | null) => void;
};

/** Draws a chart. Loaded separately, because uPlot is large. */
export function Plot({ ticks, series, isLastOpen, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const notify = useEffectEvent(onPoint);
  // uPlot draws on a canvas, which follows neither the size of its box nor the theme, so draw the chart again when
  // they change.
  useEffect(() => {
    const element = box.current;
    // Some browsers block canvases. The chart's table is shown even then.
    if (!element || !document.createElement('canvas').getContext('2d')) return undefined;
    let plot: UPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0) return;
      const xs = ticks.map((_tick, index) => index);
      const lines = series.map(({ values }) => joinedPoints(values, isLastOpen));
      const props = { ticks, series, isLastOpen, onPoint: notify };
      plot = new UPlot(optionsOf(props, width, height), [xs, ...lines], element);
    };
    const sizes = new ResizeObserver(draw);
    sizes.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot?.destroy();
    };
  }, [ticks, series, isLastOpen]);
  return <div ref={box} dir="ltr" className="h-full min-w-0 overflow-hidden" />;
}

/** Text size in rem, which follows the user's font size. */
const textRem = 0.75;
const dash = [5, 4];
/** Bar width: share of its column, and maximum in px. */
const barSize = [0.7, 28] as const;

function optionsOf(
  { ticks, series, isLastOpen, onPoint }: Props,
  width: number,
  height: number,
): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--color-${name}`).trim();
  const colours = [colour('brand'), colour('accent')];
  const fontSize = textRem * Number.parseFloat(style.fontSize);
  const font = `${fontSize}px ${style.getPropertyValue('--font-digits')}`;
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const isBars = series.length === 1;
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = font;
  const measure = (text: string) => canvas?.measureText(text).width ?? 0;
  const { numbersWidth, every } = layAxes({ ticks, highest, width, fontSize, measure });
  return {
    width,
    height,
    padding: [fontSize * 1.5, fontSize * 1.6, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    scales: { x: { time: false, range: [-0.6, ticks.length - 0.4] }, y: { range: [0, highest * headroom] } },
    axes: [
      {
        stroke: colour('muted'),
        font,
        size: fontSize * 2.4,
        grid: { show: false },
        ticks: { show: false },
        // Place ticks backwards from the last point, so that today has a tick.
        splits: () =>
          ticks.map((_tick, index) => index).filter((index) => (ticks.length - 1 - index) % every === 0),
        values: (_plot, splits) => splits.map((index) => ticks[index] ?? ''),
      },
      {
        stroke: colour('muted'),
        font,
        size: numbersWidth,
        space: fontSize * 2.5,
        grid: { stroke: colour('line'), width: 1 },
        ticks: { show: false },
        incrs: [1, 2, 5]
          .flatMap((step) => Array.from({ length: 8 }, (_none, power) => step * 10 ** power))
          .toSorted((a, b) => a - b),
        values: (_plot, splits) => splits.map((value) => formatNumber(value)),
      },
    ],
    series: [
      {},
      ...series.map((_each, index): UPlot.Series => ({
        stroke: colours[index] ?? '',
        width: isBars ? 0 : 2,
        ...(isBars && { fill: colours[index] ?? '', paths: barsOf() }),
        // The dash distinguishes the second line without relying on colour.
        ...(index === 1 && { dash }),
        points: { show: false },
      })),
    ],
    hooks: {
      setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)],
      draw: [
        (plot) => {
          const ink = { series, colours, ground: colour('card') };
          if (isLastOpen === true) drawOpenMarks(plot, ink);
          writeNames(plot, { ...ink, isLastOpen, font, fontSize });
        },
      ],
    },
  };
}

function barsOf(): UPlot.Series.PathBuilder {
  const bars = UPlot.paths.bars;
  if (!bars) throw new Error('uPlot was built without bars');
  return bars({ size: [...barSize], radius: 0.15 });
}

type Ink = {
  readonly series: Props['series'];
  readonly colours: readonly string[];
  readonly ground: string;
};

/** Draws the last point of each series as the outline of a bar, or as a ring beside the end of a line. */
function drawOpenMarks(plot: UPlot, { series, colours, ground }: Ink): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = 2 * ratio;
  ctx.fillStyle = ground;
  for (const [index, { values }] of series.entries()) {
    const last = values.length - 1;
    const x = plot.valToPos(last, 'x', true);
    const y = plot.valToPos(values[last] ?? 0, 'y', true);
    ctx.strokeStyle = colours[index] ?? '';
    ctx.beginPath();
    if (series.length === 1) {
      const column = plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true);
      ctx.setLineDash([3 * ratio, 3 * ratio]);
      const width = Math.min(column * barSize[0], barSize[1] * ratio) - ctx.lineWidth;
      const bottom = plot.valToPos(0, 'y', true);
      ctx.rect(x - width / 2, y + ratio, width, Math.max(0, bottom - y - ratio));
    } else {
      ctx.setLineDash([]);
      ctx.arc(x, y, 3.5 * ratio, 0, 2 * Math.PI);
    }
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Writes the names next to the lines, so that no legend is needed: the first name over its line's highest point, the
 * second under its line's lowest point if there is room. Bars use the chart's title.
 */
function writeNames(
  plot: UPlot,
  {
    series,
    isLastOpen,
    colours,
    ground,
    font,
    fontSize,
  }: Ink & { isLastOpen: boolean | undefined; font: string; fontSize: number },
): void {
  const [first, second] = series;
  if (!second) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const write = (name: string, colour: string, at: { readonly point: number; readonly y: number }): void => {
    const half = ctx.measureText(name).width / 2;
    const x = Math.max(plot.valToPos(at.point, 'x', true), bbox.left + half);
    ctx.strokeText(name, Math.min(x, bbox.left + bbox.width - half), at.y);
    ctx.fillStyle = colour;
    ctx.fillText(name, Math.min(x, bbox.left + bbox.width - half), at.y);
  };
  const joined = (values: readonly number[]) =>
    joinedPoints(values, isLastOpen).filter((value) => value !== null);
  const over = (values: readonly number[]) => {
    const highest = Math.max(...joined(values));
    return { point: values.indexOf(highest), y: plot.valToPos(highest, 'y', true) - fontSize * 0.75 * ratio };
  };
  const under = (values: readonly number[]) => {
    const lowest = Math.min(...joined(values));
    return { point: values.indexOf(lowest), y: plot.valToPos(lowest, 'y', true) + fontSize * 1.3 * ratio };
  };
  const below = under(second.values);
  const hasRoom = below.y < bbox.top + bbox.height - 4 * ratio;
  ctx.save();
  ctx.font = `600 ${font.replace(/^[\d.]+/u, String(Math.round(fontSize * ratio)))}`;
  ctx.textAlign = 'center';
  // An outline in the background colour keeps the letters readable on a line or a grid.
  ctx.strokeStyle = ground;
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  write(first.name, colours[0] ?? '', over(first.values));
  write(second.name, colours[1] ?? '', hasRoom ? below : over(second.values));
  ctx.restore();
}
