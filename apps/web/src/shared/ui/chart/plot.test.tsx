import { act, cleanup, render } from '@testing-library/react';
import type UPlot from 'uplot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubCanvasContext } from '../../../../test/canvas.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { type ChartData, Plot } from './plot.tsx';

type Drawn = { options: UPlot.Options; data: unknown; isDestroyed: boolean };

const drawn: Drawn[] = [];
const bars = vi.fn<(options: unknown) => string>(() => 'bars');

// The tests' DOM has no canvas, so these tests read what the page asks uPlot to draw.
vi.mock('uplot', () => ({
  default: class {
    static paths = { bars: (options: unknown) => bars(options) };
    drawing: Drawn;
    constructor(options: UPlot.Options, data: unknown) {
      this.drawing = { options, data, isDestroyed: false };
      drawn.push(this.drawing);
    }
    destroy() {
      this.drawing.isDestroyed = true;
    }
  },
}));

let resized = (): void => undefined;

beforeEach(async () => {
  drawn.length = 0;
  await setLocale('vi');
  stubCanvasContext({ measureText: (text: string) => ({ width: text.length * 6 }) });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize;
      }
      observe() {
        resized();
      }
      disconnect() {
        resized = () => undefined;
      }
    },
  );
  for (const [name, colour] of Object.entries({ brand: '#0b5d51', accent: '#8a5a12', card: '#fff' }))
    document.documentElement.style.setProperty(`--color-${name}`, colour);
  document.documentElement.style.fontSize = '16px';
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('style');
  delete document.documentElement.dataset['theme'];
});

const ticks = ['21/11', '22/11', '23/11', '24/11'];
const sent = { name: 'Đã gửi', values: [10, 40, 20, 5] };
const entered = { name: 'Đã nhập đúng', values: [8, 30, 2, 1] };

function draw(series: ChartData['series'], isLastOpen = false) {
  const onPoint = vi.fn<(point: number | null) => void>();
  const view = render(<Plot ticks={ticks} series={series} isLastOpen={isLastOpen} onPoint={onPoint} />);
  const [first] = drawn;
  if (!first) throw new Error('nothing was drawn');
  return { ...first, ...view, onPoint };
}

/** Calls a function of the options with only the values that it reads. */
const call = (target: unknown, ...values: readonly unknown[]): unknown =>
  typeof target === 'function' ? Reflect.apply(target, undefined, values) : undefined;

/** Calls the drawing hooks with a plot of 400 by 200 px, in which a point is 100 px wide and a unit 4 px high. */
function paint({ hooks }: UPlot.Options) {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([
        name,
        ...values.map((value) => (typeof value === 'number' ? Math.round(value) : value)),
      ]);
  const ctx = {
    save: () => undefined,
    restore: () => undefined,
    measureText: () => ({ width: 20 }),
    setLineDash: record('dash'),
    beginPath: () => undefined,
    rect: record('rect'),
    arc: (x: number, y: number) => record('arc')(x, y),
    fill: record('fill'),
    stroke: () => record('stroke')(ctx.strokeStyle),
    strokeText: () => undefined,
    fillText: (text: string, x: number, y: number) => record('text')(text, ctx.fillStyle, x, y),
    strokeStyle: '',
    fillStyle: '',
  };
  const plot = {
    ctx,
    bbox: { left: 0, top: 0, width: 400, height: 200 },
    valToPos: (value: number, axis: string) => (axis === 'x' ? value * 100 : 200 - value * 4),
  };
  for (const hook of hooks?.draw ?? []) call(hook, plot);
  return calls;
}

describe('the drawing of a chart', () => {
  test('shows one series as bars from zero', () => {
    const { options, data } = draw([sent]);
    expect(data).toEqual([
      [0, 1, 2, 3],
      [10, 40, 20, 5],
    ]);
    expect(options.scales).toEqual({ x: { time: false, range: [-0.6, 3.6] }, y: { range: [0, 46] } });
    expect(options.series[1]).toMatchObject({ stroke: '#0b5d51', fill: '#0b5d51', width: 0, paths: 'bars' });
    expect(bars).toHaveBeenLastCalledWith({ size: [0.7, 28], radius: 0.15 });
    expect([options.width, options.height]).toEqual([600, 200]);
    expect(options.legend).toEqual({ show: false });
  });

  test('shows two series as lines that differ without colour', () => {
    const { options } = draw([sent, entered]);
    const [, first, second] = options.series;
    expect(first).toMatchObject({ stroke: '#0b5d51', width: 2 });
    expect(first).not.toHaveProperty('dash');
    expect(first).not.toHaveProperty('paths');
    expect(second).toMatchObject({ stroke: '#8a5a12', width: 2, dash: [5, 4] });
    // Both names are above their lines, because the second name has no room below its line.
    expect(paint(options)).toEqual([
      ['text', 'Đã gửi', '#0b5d51', 100, 31],
      ['text', 'Đã nhập đúng', '#8a5a12', 100, 71],
    ]);
  });

  test('writes the second name under its line where there is room', () => {
    const high = { ...entered, values: [30, 38, 25, 26] };
    expect(paint(draw([sent, high]).options)[1]).toEqual(['text', 'Đã nhập đúng', '#8a5a12', 200, 116]);
  });

  test('has a scale with a height even if all values are zero', () => {
    expect(draw([{ name: 'Đã gửi', values: [0, 0, 0, 0] }]).options.scales?.['y']).toEqual({
      range: [0, 1.15],
    });
  });

  test('labels every day in a wide chart', () => {
    const { options } = draw([sent]);
    const [days, numbers] = options.axes ?? [];
    expect(call(days?.splits)).toEqual([0, 1, 2, 3]);
    expect(call(days?.values, null, [1, 3])).toEqual(['22/11', '24/11']);
    expect(call(numbers?.values, null, [1_000, 2_500])).toEqual(['1.000', '2.500']);
    expect(Array.isArray(numbers?.incrs) && numbers.incrs.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 50]);
  });

  test('labels fewer days in a narrow chart, counted from the last', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(150);
    const { options } = draw([sent]);
    expect(call(options.axes?.[0]?.splits)).toEqual([1, 3]);
  });

  test('draws an open bar or ring for a growing last point', () => {
    const bar = draw([sent], true);
    expect(bar.data).toEqual([
      [0, 1, 2, 3],
      [10, 40, 20, null],
    ]);
    expect(paint(bar.options)).toEqual([
      ['dash', [3, 3]],
      ['rect', 287, 181, 26, 19],
      ['fill'],
      ['stroke', '#0b5d51'],
    ]);
    drawn.length = 0;
    const lines = paint(draw([sent, entered], true).options);
    expect(lines.filter(([name]) => name === 'arc')).toEqual([
      ['arc', 300, 180],
      ['arc', 300, 196],
    ]);
    expect(lines.filter(([name]) => name === 'stroke')).toEqual([
      ['stroke', '#0b5d51'],
      ['stroke', '#8a5a12'],
    ]);
  });

  test('reports the point under the pointer, and that the pointer has left', () => {
    const { options, onPoint } = draw([sent]);
    const [moved] = options.hooks?.setCursor ?? [];
    call(moved, { cursor: { idx: 2 } });
    call(moved, { cursor: { idx: null } });
    expect(onPoint.mock.calls).toEqual([[2], [null]]);
    expect(options.cursor).toMatchObject({ drag: { x: false, y: false }, y: false });
  });

  test('is drawn again after a change of its size or theme', async () => {
    const { unmount } = draw([sent]);
    act(() => resized());
    expect(drawn.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
    document.documentElement.dataset['theme'] = 'dark';
    await vi.waitFor(() => expect(drawn).toHaveLength(3));
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(0);
    act(() => resized());
    expect(drawn).toHaveLength(3);
    unmount();
    expect(drawn.every(({ isDestroyed }) => isDestroyed)).toBe(true);
  });

  test('is not made in a browser that blocks canvases', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    render(<Plot ticks={ticks} series={[sent]} isLastOpen={false} onPoint={() => undefined} />);
    expect(drawn).toEqual([]);
  });
});
