/** Derives the numbers of articles that are typed by hand from the data, by other code than that of the pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mean, median } from 'simple-statistics'
import { withoutWithdrawn } from '../../shared/format/stored-files.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { recalculated } from '../../shared/results/summary.ts'
import { halfWidth } from '../../shared/stats/intervals.ts'
import { cellsOf, json, type Raw, read } from './page-cells.ts'

/** Returns an article without its generated regions. */
const article = (name: string) =>
  read(`docs/articles/${name}.md`).replaceAll(
    /<!-- bench:(\S+):begin -->[\s\S]*?bench:\1:end -->/g,
    '',
  )

/** Rounds to two digits, as articles do. */
const twoDigits = (value: number) => {
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(value)))
  return value.toFixed(decimals)
}

/** Returns the ratios with ranges of a text that no comparison has. */
function unfoundRatios(text: string): string[] {
  const ratios = json('results/experiments/claims.json').figures.comparisons.flatMap(
    ({ sides: [first, ...others] }: Raw) =>
      others.map((other: Raw) => {
        const rounds = first.trials.map(
          ({ requestsPerSecond }: Raw, i: number) =>
            requestsPerSecond / other.trials[i].requestsPerSecond,
        )
        return [median(rounds), Math.min(...rounds), Math.max(...rounds)].map(twoDigits).join()
      }),
  )
  const shown = [...text.matchAll(/(\d[\d.]*)(?: times the requests)? \(([\d.]+)–([\d.]+)\)/g)]
  assert.ok(shown.length > 6)
  return shown.filter(([, ...ratio]) => !ratios.includes(ratio.join())).map(([found]) => found)
}

test('ratios of reruns are those of the rounds', () =>
  assert.deepEqual(unfoundRatios(article('claims')), []))

test('a ratio of a rerun that is not measured is found', () =>
  assert.deepEqual(unfoundRatios(article('claims').replace('(1.5–2.3)', '(1.5–2.2)')), [
    '1.6 (1.5–2.2)',
  ]))

test('the article on machines has the figures of its first two runs', () => {
  const text = article('machines')
  const runs = storedRuns('reject').slice(0, 2)
  const [first, second] = runs.map(({ file }) => {
    const servers = withoutWithdrawn(recalculated(file)).subjects.filter(({ summary }) => summary)
    const ratioOf = (name: string) =>
      servers.find((server) => server.name === name)?.summary?.ratioToBaseline?.value ?? 0
    const baseline = servers.find(({ name }) => name === 'http-node')?.summary
    const halves = servers.flatMap(({ name, summary }) =>
      summary?.ratioToBaseline && name !== 'http-node'
        ? (halfWidth(summary.ratioToBaseline) ?? [])
        : [],
    )
    const half = `±${(100 * median(halves)).toFixed(1)}%`
    return { half, count: halves.length, ratioOf, rate: baseline?.requestsPerSecond.value ?? 0 }
  })
  assert.ok(first && second)
  const change = (name: string) =>
    Math.round(100 * (second.ratioOf(name) / first.ratioOf(name) - 1))
  const rate = (value: number) => Number(value.toPrecision(4)).toLocaleString('en-US')
  for (const shown of [
    `measured ${first.count} servers twice`,
    `${first.half} in the first run and ${second.half} in the second`,
    `${rate(first.rate)} requests/s on the first and ${rate(second.rate)} on the second`,
    `hapi was ${first.ratioOf('hapi').toFixed(3)} on the first machine and ${second.ratioOf('hapi').toFixed(3)} on the second: +${change('hapi')}%`,
    `rises by ${change('hapi')}%`,
    `elysia.bun changed by −${-change('elysia.bun')}%`,
  ])
    assert.ok(text.includes(shown), shown)
})

/** Returns the sentences of the article on load generators whose numbers another experiment would change. */
function generatorSentences(): string[] {
  const BUSY = 'built-in, busy-polling'
  const servers = json('results/experiments/generators.json').figures.servers.map(
    ({ loads: { [BUSY]: busy, ...others } }: Raw) => ({ busy, others: Object.values(others) }),
  )
  const ends = (values: number[], format: (value: number) => string) =>
    [Math.min(...values), Math.max(...values)].map(format).join(' to ')
  const [node, express] = servers.map(({ busy, others }: Raw) =>
    ends(
      others.map(
        (each: Raw) => 100 * (1 - median(each.requestsPerSecond) / median(busy.requestsPerSecond)),
      ),
      (value) => value.toFixed(0),
    ),
  )
  const price = (time: string) =>
    servers.flatMap(({ busy, others }: Raw) => others.map((each: Raw) => each[time] - busy[time]))
  const [nodeBusy, expressBusy] = json('results/experiments/generators.json').figures.servers.map(
    ({ loads: { autocannon } }: Raw) =>
      (mean(autocannon.requestsPerSecond) *
        (autocannon.userMicroseconds + autocannon.systemMicroseconds)) /
      1e4,
  )
  const ratio = (generator: string) => {
    const [first, second] = json('results/experiments/generators.json').figures.servers.map(
      ({ loads }: Raw) => median(loads[generator].requestsPerSecond),
    )
    return (second / first).toFixed(2)
  }
  return [
    `\`node:http\` handles ${node}% fewer requests/s than under busy-polling, and Express ${express}% fewer`,
    `add ${ends(price('systemMicroseconds'), (value) => value.toFixed(1))} µs per request`,
    `by ${Math.max(...price('userMicroseconds')).toFixed(1)} µs at most`,
    `\`node:http\` was busy for ${nodeBusy.toFixed(0)}% of the time, and Express for ${expressBusy.toFixed(0)}%`,
    `${ratio(BUSY)} times the requests/s of \`node:http\` under busy-polling, and ${ratio('built-in, event-driven')} times event-driven`,
  ]
}

test('the article on load generators has the figures of its experiment', () => {
  const text = article('generators')
  for (const shown of generatorSentences()) assert.ok(text.includes(shown), shown)
})

test('the article on two states has the means of the processes, and the experiment their spread', () => {
  const ticks = json('results/experiments/ticks.json').figures.servers
  const NAMES: Record<string, string> = {
    'http-node': '`node:http`',
    fastify: 'Fastify',
    hono: 'Hono',
    express: 'Express',
    'nest-express': 'Nest on Express',
    trpc: 'tRPC',
  }
  const count = (values: number[]) => Math.round(mean(values)).toLocaleString('en-US')
  const [text, table] = [article('node-two-states'), read('results/experiments/README.md')]
  const changes = ticks.map(({ name, asStarted, pinned, discarded }: Raw) => {
    const change = 100 * (mean(discarded) / mean(asStarted) - 1)
    const row = `| ${NAMES[name]} | ${count(asStarted)} | ${count(discarded)} | +${change.toFixed(0)}% |`
    assert.ok(text.includes(row), row)
    const spreads = [asStarted, pinned, discarded].map(
      (values) => 100 * (Math.max(...values) / Math.min(...values) - 1),
    )
    const end = `| ${count(discarded)} | +${change.toFixed(1)}% | ${Math.max(...spreads).toFixed(1)}% |`
    assert.ok(table.includes(end), end)
    assert.ok(change > Math.max(...spreads), `the change of ${name} is not significant`)
    return change
  })
  const [least, greatest] = [Math.min(...changes), Math.max(...changes)]
  assert.ok(text.includes(`${least.toFixed(0)}% to ${greatest.toFixed(0)}% more instructions`))
})

/** Returns the numbers of a text that no cell of a page shows. */
function notOn(page: string, numbers: readonly string[]): string[] {
  const cells = cellsOf('', read(`charts/published/${page}/README.md`))
  const shown = new Set(cells.flatMap(({ shown }) => shown.match(/[\d,]+(\.\d+)?/g) ?? []))
  assert.ok(numbers.length > 9)
  return numbers.filter((number) => !shown.has(number))
}
/** Returns the first groups of a pattern's matches, in paragraphs that cite no others. */
const numbersIn = (name: string, pattern: RegExp, cited: RegExp) =>
  article(name)
    .split('\n')
    .filter((line) => !cited.test(line))
    .flatMap((line) => [...line.matchAll(pattern)].map(([, number = '']) => number))

/** Sizes that others measured, and those that only the data have. */
const CITED_SIZES = /Kibana's|upgrades Kibana|On Bun the old user/

/** Counts divided by checkers, and those of other projects. */
const CITED_COUNTS = /or 10,353 each|10,100/

test('sizes and counts of the articles on schemas and types are on their pages', () => {
  const sizes = numbersIn('heap', /(?<![\d.])(\d[\d.]*) KB/g, CITED_SIZES)
  assert.deepEqual(notOn('heap', sizes), [])
  const counts = numbersIn('types', /(?<![\d.,])(\d{1,3},\d{3})(?![\d,])/g, CITED_COUNTS)
  assert.deepEqual(
    notOn(
      'types',
      counts.filter((count) => count !== '1,000'),
    ),
    [],
  )
})
