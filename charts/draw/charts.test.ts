import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DotChart, MultiplesChart } from '../../shared/probe/chart.ts'
import { dotDrawing } from './dots.ts'
import { type LayoutName, logTicks, renderSvg } from './frame.ts'
import { lineDrawing } from './lines.ts'
import { multiplesDrawing } from './multiples.ts'

const row = (name: string, runtime: string, marks = '') => {
  return { name, displayName: name, version: '1.2345.6', runtime, runtimeVersion: '', marks }
}
const elementsOf = (svg: string, label: string) =>
  svg.split('aria-label="').find((part) => part.startsWith(label)) ?? ''
/** Places and shapes of points; the legend has symbols, too. */
const symbolsOf = (svg: string) =>
  [...elementsOf(svg, 'dot').matchAll(/<path[^>]*>/g)].map(([path]) => ({
    x: Number(/translate\(([\d.]+),/.exec(path)?.[1]),
    shape: / d="([^"]+)"/.exec(path)?.[1],
  }))

describe('a dot chart', () => {
  const values: Record<string, number> = {
    one: 1,
    ten: 10,
    hundred: 100,
    'a <b> & c': 20,
    bun: 50,
    'a rather long name': 5,
  }
  const draw = (
    names: readonly string[],
    share = 0,
    ...[bars, layout = 'wide']: [bars?: true, layout?: LayoutName]
  ) => {
    const chart: DotChart = {
      kind: 'dots',
      ...(bars && { bars }),
      name: 'x',
      what: 'size',
      processes: null,
      subtitle: 'Lower is better.',
      rows: names.map((name) => row(name, name === 'bun' ? 'bun' : 'node', '(slow)')),
      figures({ name }) {
        const value = values[name] ?? 0
        return { value, low: value * (1 - share), high: value, figure: `${value}.12345`, aside: '' }
      },
      axis: 'kilobytes',
      headings: ['gzipped', 'minified'],
    }
    return renderSvg(dotDrawing(chart, layout), { conditions: ['Node.js 26.10.1234'] }, 'light')
  }

  test('has the name, marks and figure of each row as they are, and the caption', () => {
    const svg = draw(['one', 'a <b> & c'])
    for (const text of [
      'one (slow)',
      'a &lt;b&gt; &amp; c (slow)',
      '1.12345',
      'Node.js 26.10.1234',
    ])
      assert.ok(svg.includes(`>${text}<`), text)
    assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
  })

  test('has a logarithmic axis', () => {
    const [one = 0, ten = 0, hundred = 0] = symbolsOf(draw(['one', 'ten', 'hundred'])).map(
      ({ x }) => x,
    )
    assert.ok(one < ten && Math.abs(hundred - ten - (ten - one)) < 0.1)
  })

  test('has bars from zero for amounts', () => {
    const bars = elementsOf(draw(['one', 'ten', 'hundred'], 0, true), 'bar')
    const widths = [...bars.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width))
    const [, ten = 0, hundred = 0] = widths
    assert.equal(widths.length, 3)
    assert.ok(Math.abs(hundred / ten - 10) < 0.1, `${widths}`)
  })

  test('says what most of the greatest figure is', () => {
    const rows = ['one', 'ten'].map((name) => row(name, 'node'))
    const { title } = dotDrawing(
      {
        ...{ kind: 'dots', name: 'x', what: 'size', verb: 'takes', processes: null, rows },
        ...{ subtitle: '', axis: '', headings: ['', ''] },
        figures: ({ name }) => ({ value: values[name] ?? 0, figure: '', aside: '' }),
        mostOf: ({ name }) => (name === 'ten' ? '9 of 10 are zod' : null),
      },
      'wide',
    )
    assert.equal(title, 'ten takes 10× the size of one; 9 of 10 are zod')
  })

  test('for a phone is narrower than its screen, with one column of figures', () => {
    const svg = draw(['one', 'ten'], 0, undefined, 'narrow')
    assert.ok(Number(/ width="(\d+)"/.exec(svg)?.[1]) <= 390)
    assert.deepEqual([svg.includes('>gzipped<'), svg.includes('>minified<')], [true, false])
  })

  test('for a phone puts words that have no room beside a name below it', () => {
    const label = (name: string) => new RegExp(`<tspan[^>]*>${name}</tspan><tspan[^>]*>\\(slow\\)`)
    const svg = draw(['one', 'a rather long name'], 0, undefined, 'narrow')
    assert.match(svg, label('a rather long name'))
    assert.doesNotMatch(svg, label('one'))
  })

  test('has an interval where it is known', () => {
    const intervals = (svg: string) => svg.match(/stroke-width="5"/g)?.length ?? 0
    assert.deepEqual(
      [intervals(draw(['one', 'ten'])), intervals(draw(['one', 'ten'], 0.1))],
      [0, 1],
    )
  })

  test('tells runtimes apart by symbols, with a legend; one runtime has none', () => {
    const [one, two] = [draw(['one', 'ten']), draw(['one', 'bun'])]
    const shapes = (svg: string) => new Set(symbolsOf(svg).map(({ shape }) => shape)).size
    assert.deepEqual([shapes(one), shapes(two)], [1, 2])
    assert.deepEqual([one.includes('>Node.js<'), two.includes('>Node.js<')], [false, true])
  })
})

describe('a line chart', () => {
  const point = (name: string, at: number, value: number, runtime = 'node') => {
    return { row: row(name, runtime), at, value, low: value / 2, high: value }
  }
  const points = [
    point('first', 2, 40),
    point('first', 1, 20),
    point('second', 1, 20),
    point('second', 2, 40),
    point('other', 2, 40, 'deno'),
  ]
  const chart = { name: 'x', title: 'It grows', subtitle: '' }
  const draw = (layout: LayoutName) => {
    const lines = { kind: 'lines', what: '', processes: 1, points } as const
    const drawing = lineDrawing({ ...chart, ...lines, axes: ['minutes', 'MB'] }, layout)
    return renderSvg(drawing, {}, 'dark')
  }
  const svg = draw('wide')

  test('has a panel per runtime, and a name at the end of each line; names do not overlap', () => {
    for (const text of ['It grows', 'minutes', 'MB', 'Node.js', 'Deno'])
      assert.ok(svg.includes(`>${text}<`), text)
    const heightOf = (name: string) =>
      Number(new RegExp(`,([\\d.]+)\\)"[^>]*>${name}<`).exec(svg)?.[1])
    assert.ok(heightOf('second') - heightOf('first') >= 12)
    assert.equal(2 * heightOf('other'), heightOf('first') + heightOf('second'))
    assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
  })

  test('for a phone is narrower than its screen, with its panels one below the other', () => {
    const narrow = draw('narrow')
    assert.ok(Number(/ width="(\d+)"/.exec(narrow)?.[1]) <= 390)
    const [low = 0, high = 0] = [svg, narrow].map((each) =>
      Number(/ height="(\d+)"/.exec(each)?.[1]),
    )
    assert.ok(high > low + 100, `${low}, ${high}`)
    assert.doesNotMatch(narrow, /NaN|Infinity|undefined/)
  })

  test('has ranges of processes, and symbols, those of a panel side by side', () => {
    const groups = (label: string) => [
      ...svg.matchAll(
        new RegExp(`<g ([^>]*)aria-label="${label}">[\\s\\S]*?(?=<g [^>]*aria-label|$)`, 'g'),
      ),
    ]
    const count = (label: string, shape: RegExp) =>
      groups(label).reduce((sum, [group]) => sum + (group.match(shape)?.length ?? 0), 0)
    assert.equal(count('rule', /<line/g), points.length)
    assert.equal(count('dot', /<path/g), points.length)
    const places = groups('rule').map(
      ([, attributes]) => /translate\(([-\d.]+)/.exec(attributes ?? '')?.[1],
    )
    assert.equal(new Set(places).size, 3)
  })

  test('small ones are a line per server, from zero, with its peak', () => {
    const small: MultiplesChart = {
      ...chart,
      kind: 'multiples',
      rows: [row('first', 'node'), row('other', 'deno')],
      pointsOf: ({ name }) => points.filter((each) => each.row.name === name),
      axis: 'thousand requests',
      unit: 'MB',
    }
    for (const layout of ['wide', 'narrow'] as const) {
      const drawn = renderSvg(multiplesDrawing(small, layout), {}, 'dark')
      for (const text of ['first', 'other', '40.0', '0', 'Deno'])
        assert.ok(drawn.includes(`>${text}<`), text)
      assert.equal(elementsOf(drawn, 'line').match(/<path/g)?.length, 2)
      assert.doesNotMatch(drawn, /NaN|Infinity|undefined/)
    }
  })
})

test('a logarithmic axis has round numbers, at least two, as many as have room', () => {
  const ticks: [...Parameters<typeof logTicks>, expected: number[]][] = [
    [0.32, 1.1, 140, 30, [0.5, 0.7, 1]],
    [0.2, 50, 300, 20, [0.2, 0.5, 1, 2, 5, 10, 20, 50]],
    [95, 300, 140, 30, [100, 150, 200, 300]],
    [0.93, 1.04, 100, 30, [0.95, 1]],
    [2_100, 2_600, 100, 30, [2_200, 2_400, 2_600]],
  ]
  for (const [low, high, length, room, expected] of ticks)
    assert.deepEqual(logTicks(low, high, length, room), expected)
})
