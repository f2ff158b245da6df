/** Derives the numbers of articles that are typed by hand from the data, by other code than that of the pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from 'simple-statistics'
import { withoutWithdrawn } from '../../shared/format/stored-files.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { recalculated } from '../../shared/results/summary.ts'
import { halfWidth } from '../../shared/stats/intervals.ts'
import { json, type Raw, read } from './page-cells.ts'

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
