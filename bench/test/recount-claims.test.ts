/**
 * Derives the claims of README and pages from the figures of the pages' own tables, by other code than `claims.ts`. That the figures
 * follow from the raw measurements is checked by `recount.test.ts`.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { median } from 'simple-statistics'
import { ROOT } from '../../shared/basics/root.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { cellsOf, isRounded, json, type Raw, read } from './page-cells.ts'

interface Row {
  name: string
  /** To the baseline, with the half width of its interval relative to it. */
  ratio: number
  half: number
  version: string
  runtime: string
  isFramework: boolean
  /** On several machines, and on several kinds of them if others are. */
  isCompared: boolean
  /** It was not at its limit. */
  isBound: boolean
}

const pageOf = (name: string) => read(`charts/published/${name}/README.md`)

/** Returns the ranked servers of a scenario's page, best first. */
function rankedOn(page: string): Row[] {
  const cells = cellsOf('', page)
  const facts = new Map(
    cells
      .filter(({ column }) => column === 'runtime')
      .map(({ row: [name = '', ...row], titles }) => [
        name,
        (title: string) => row[titles.indexOf(title)] ?? '',
      ]),
  )
  const onOne = cells
    .filter(({ column, shown }) => column === 'machines' && shown === '1')
    .map(({ row }) => row.find((cell) => /[a-z]/.test(cell))?.replace(/ [^\w\s(]+$/, ''))
  return cells
    .filter(({ column, titles }) => column === '× http-node' && titles.includes('requests/s'))
    .filter(({ row: [name = ''] }) => !name.includes('¬'))
    .map(({ row: [marked = ''], shown }) => {
      const name = marked.replace(/ [^\w\s(]+$/, '')
      const fact = facts.get(name) ?? assert.fail(name)
      const [ratio, half = '0'] = shown.split(' ± ')
      return {
        name,
        ratio: Number(ratio),
        half: Number.parseFloat(half) / 100,
        version: fact('version'),
        runtime: fact('runtime').split(' ')[0] ?? '',
        isCompared: !marked.includes('°') && !onOne.includes(name),
        isBound: /[†‡]/.test(marked),
        isFramework: fact('router') === 'yes' && fact('version') !== '' && !marked.includes('‖'),
      }
    })
}

/** Returns the difference of two servers in standard errors. */
const distance = (one: Row, other: Row) =>
  Math.log(one.ratio / other.ratio) / (Math.hypot(one.half, other.half) / 2)
const differ = (one: Row, other: Row) => Math.abs(distance(one, other)) > 5

/** Returns the frameworks of a runtime, each by its best server. Servers of a framework have its version. */
function frameworksOn(runtime: string, servers: readonly Row[]): Row[] {
  const own = servers.filter(
    (server) => server.isFramework && server.isCompared && server.runtime === runtime,
  )
  return own.filter((server, i) => own.findIndex(({ version }) => version === server.version) === i)
}

/** Returns the names of a list, without their validators. */
const namesIn = (text = '') => text.replaceAll(/ \([^)]*\)/g, '').split(/, tied with |, | and /)

/** Returns what is wrong with a set's leaders: a faster server, or a tie that is missing or none. */
function faultsOfLeaders(text: string | undefined, set: readonly Row[]): string[] {
  const names = namesIn(text)
  const leader = set.find(({ name }) => name === names[0])
  if (!leader) return [`${names[0]} is not in the set`]
  return set.flatMap((other) => {
    if (other === leader) return []
    const ahead = distance(leader, other)
    if (ahead < -2) return [`${other.name} is faster than ${leader.name}`]
    if (names.includes(other.name)) return ahead > 5 ? [`${other.name} is no tie`] : []
    return ahead > 2 ? [] : [`${other.name} may be as fast as ${leader.name}`]
  })
}

const LEAD =
  /^\*\*(?<title>[^:*]+): (?<compared>\d+ of )?(?<count>\d+) ranked servers(?:, measured in [^,]+,)? handle (?<low>[\d.]+) \((?<least>[^)]+)\) to (?<bound>at least )?(?<high>[\d.]+)(?: \((?<greatest>[^)]+)\))? times/m
const TITLE =
  /^ {2}<img alt="[^:"]+: (?<best>[^"]+?)(?:, tied,)? handles? (?:(?<bound>at least) |the most requests of the (?<count>\d+) Node\.js frameworks shown with a router)(?<factors>[^"]*)"/m

/** Returns the faults of a page's first sentence. */
function faultsOfLead(page: string, scenario: string): string[] {
  const lead = LEAD.exec(page)?.groups
  const ranked = rankedOn(page)
  if (!lead) return ['no lead']
  const set = ranked.filter(({ isCompared }) => isCompared)
  const ends = [
    // Without a leader, it is the greatest of figures, some of which are lower bounds.
    [lead.bound ? set.at(0)?.name : lead.greatest, lead.high, set.at(0)],
    [lead.least, lead.low, set.at(-1)],
  ] as const
  return [
    ...(lead.title === scenarios.get(scenario)?.title ? [] : ['title']),
    ...(Number(lead.count) === ranked.length ? [] : ['count']),
    ...(Number.parseInt(lead.compared ?? lead.count ?? '', 10) === set.length ? [] : ['compared']),
    ...(lead.bound === undefined || set.some(({ isBound }) => isBound) ? [] : ['at least']),
    ...ends.flatMap(([text = '', ratio = '', end]) => {
      const [leader, ...tied] = namesIn(text).flatMap((name) =>
        ranked.filter((row) => row.name === name),
      )
      if (!leader || !end || differ(leader, end)) return [`${text} is not the extreme`]
      return [
        ...(isRounded(ratio, leader.ratio, 1e-3) ? [] : [`${leader.name} ${ratio}`]),
        ...tied.filter((other) => differ(leader, other)).map(({ name }) => `${name} is no tie`),
      ]
    }),
  ]
}

/** Returns the faults of the title of a page's chart. */
function faultsOfTitle(page: string, scenario: string): string[] {
  const svg = read(`charts/published/${scenario}/${scenario}.light.svg`)
  const shown = rankedOn(page).filter(({ name }) => new RegExp(`>${name}[< ]`).test(svg))
  const frameworks = frameworksOn('Node.js', shown)
  const found = TITLE.exec(page)?.groups
  const [fastest, slowest] = [frameworks.at(0), frameworks.at(-1)]
  if (!found || !fastest || !slowest)
    return fastest && slowest && differ(fastest, slowest) ? ['no claim'] : []
  const leader = shown.find(({ name }) => name === namesIn(found.best)[0])
  const factors = [...(found.factors ?? '').matchAll(/([\d.]+)× (\S+)’s/g)]
  const faults = found.bound
    ? leader?.isBound
      ? []
      : ['at least']
    : [
        ...(Number(found.count) === frameworks.length
          ? []
          : [`not ${frameworks.length} frameworks`]),
        ...faultsOfLeaders(found.best, frameworks),
      ]
  return [
    ...faults,
    ...factors.flatMap(([, factor = '', name]) => {
      const ratio = (leader?.ratio ?? 0) / (shown.find((row) => row.name === name)?.ratio ?? 0)
      return isRounded(factor, ratio, 0.02) ? [] : [`${factor}× ${name}, not ${ratio}`]
    }),
  ]
}

const [, headline = ''] = read('README.md').split(/<!-- bench:headline:(?:begin|end) -->/)
/** Returns a scenario's page. README shows the chart of one, which comes first here. */
const withChart = (scenario: string) =>
  `${scenario === 'update-user' ? headline : ''}${pageOf(scenario)}`

for (const { name } of scenarios.values()) {
  test(`the first sentence and the chart’s title of ${name} follow from its table`, () => {
    const page = withChart(name)
    assert.deepEqual([...faultsOfLead(page, name), ...faultsOfTitle(page, name)], [])
  })
}

test('README names the fastest frameworks of each runtime, with ties', () => {
  const [, text = ''] =
    /^\*\*Fastest framework with a router\*\*: (.+)\.$/m.exec(read('README.md')) ?? []
  const parts = text.split('; ').filter((part) => !part.startsWith('not compared'))
  assert.ok(parts.length > 1)
  for (const part of parts) {
    const [, runtime = '', names] = /^(\S+) \d+: (.+?)(?: \(tied\))?$/.exec(part) ?? []
    const set = frameworksOn(runtime, rankedOn(pageOf('update-user')))
    assert.deepEqual(faultsOfLeaders(names, set), [])
  }
})

test('README lists servers by need with the ratios of the table; a tie is none that clearly differs', () => {
  const ranked = rankedOn(pageOf('update-user'))
  const lines = [...read('README.md').matchAll(/^- \*\*A[^*]+\*\*: ([^[;]+)/gm)]
  assert.ok(lines.length > 1)
  for (const [, line = ''] of lines) {
    const rows = [...line.matchAll(/([\w.-]+) (\d\.\d\d)/g)].map(([, name, shown = '']) => {
      const row = ranked.find((each) => each.name === name) ?? assert.fail(`${name} is unranked`)
      assert.ok(isRounded(shown, row.ratio, 1e-3), `${name} ${shown}`)
      return row
    })
    const [first, second] = rows as [Row, Row]
    assert.ok(line.includes('(tied)') ? !differ(first, second) : distance(first, second) > 2, line)
  }
})

/** The column that a chart's title is about. */
const COLUMNS = {
  edge: 'start, million instructions',
  footprint: 'MB',
  heap: 'used once, KB',
  types: 'instantiations, TS 6',
}
for (const [name, title] of Object.entries(COLUMNS)) {
  test(`the factor of the first title of ${name} is that of its table`, () => {
    const page = pageOf(name)
    const [, most, factor = '', least] =
      /<img alt="(?:On (?:Node\.js|Workers), )?(.+?) \w+ ([\d.]+)× the .+? of (.+?)(?: code)?(?: \(\d+ compared\))?(?:; [^"]*)?"/.exec(
        page,
      ) ?? []
    const [first, second] = [most, least].map((server) => {
      const cell = cellsOf(name, page).find(
        ({ column, row }) => column === title && row[0] === server,
      )
      return Number(/[\d,.]+/.exec(cell?.shown ?? '')?.[0].replaceAll(',', ''))
    }) as [number, number]
    assert.ok(isRounded(factor, first / second, 0.02), `${factor}× of ${most}: ${first / second}`)
  })
}

/** Returns the faults of README's answer to "does it matter", by plain medians of the stored processes. */
function faultsOfMatter(text: string): string[] {
  const folder = 'results/latency/update-user'
  const [file = ''] = readdirSync(join(ROOT, folder)).toSorted().slice(-1)
  const rate = Number(/([\d,]+) requests\/s\?/.exec(text)?.[1]?.replace(',', ''))
  const [fast = 0, slow = 0] = ['fastify', 'express'].map((name) => {
    const own: Raw[] = json(`${folder}/${file}`)
      .subjects.filter((each: Raw) => each.name === name)
      .flatMap(({ samples }: Raw) => samples.map(({ values }: Raw) => values))
      .filter((values: Raw) => values.rate === rate)
    return median(own.flatMap((values) => values.cpu ?? []))
  })
  const saved = (100 * (slow - fast)) / (2000 + slow)
  const [, later, sooner] = /between ([\d.]+)% later and ([\d.]+)% sooner/.exec(text) ?? []
  // A significant difference is stated as a value and its interval.
  const [, least = `-${later}`, greatest = sooner] =
    /sooner with .+? \(([\d.]+) to ([\d.]+)%\)/.exec(text) ?? []
  const most = Number(/at most ([\d.]+)% of a core/.exec(text)?.[1])
  return [
    ...(Number(least) <= saved && saved <= Number(greatest) ? [] : [`saves ${saved}%`]),
    ...(Math.abs((slow - fast) * rate) / 1e4 <= most ? [] : ['more of a core']),
    // What saves under 1% of a request, 0.1 ms or a tenth of a core is a "No".
    ...(/\? No\./.test(text) === (Math.abs(saved) < 5 && most < 10) ? [] : ['the answer']),
    // What may be no saving at all is none that matters.
    ...(/\? (Yes|A little)\./.test(text) && Number(least) < 0 ? ['the answer'] : []),
  ]
}

const [, matter = ''] = read('README.md').split(/<!-- bench:matter:(?:begin|end) -->/)
test('README’s answer to "does it matter" follows from the stored processes', () =>
  assert.deepEqual(faultsOfMatter(matter), []))

const title = /^ {2}<img alt="Update user: (\S+) \(ajv\) handles the most requests of the (\d+) /gm
const titled = (claim: string) => `  <img alt="Update user: ${claim} `
const usual = withChart('update-user')
const ofPage = (page: string) => [
  ...faultsOfLead(page, 'update-user'),
  ...faultsOfTitle(page, 'update-user'),
]
const changes: [faultsOf: (text: string) => string[], text: string, RegExp | string, string][] = [
  [ofPage, usual, /[\d.]+× express’s/, '2.3× express’s'],
  [ofPage, usual, title, titled('h3 handles the most requests of the $2')],
  [ofPage, usual, title, titled('$1 handles the most requests of the 3')],
  [ofPage, usual, title, titled('$1 and express, tied, handle the most requests of the $2')],
  [ofPage, usual, title, titled('no significant difference between $2')],
  [ofPage, usual, /to [\d.]+ \(http-deno/, 'to 1.9 (express'],
  [ofPage, usual, /tied with http-bun/, 'tied with nest-express and trpc'],
  [ofPage, usual, /handle [\d.]+ \(/, 'handle 0.3 ('],
  [ofPage, usual, /\d+ ranked servers/, '54 ranked servers'],
  [ofPage, usual, /\d+ of (\d+) ranked/, '47 of $1 ranked'],
  [faultsOfMatter, matter, /\? A little\./, '? No.'],
  [faultsOfMatter, matter, /\([\d.]+ to [\d.]+%\)/, '(0.1 to 0.2%)'],
  [faultsOfMatter, matter, /at most [\d.]+% of a core/, 'at most 0.1% of a core'],
]
describe('a false claim is found', () => {
  for (const [faultsOf, text, from, to] of changes) {
    test(to, () => {
      const changed = text.replace(from, to)
      assert.notEqual(changed, text)
      assert.notDeepEqual(faultsOf(changed), [])
    })
  }
})
