/** Derives the numbers of articles that are typed by hand from the data, by other code than that of the pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from 'simple-statistics'
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
