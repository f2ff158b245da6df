import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../table/data.ts'
import { sampleValidators } from '../../test/validators.ts'
import { withAccepted } from '../accepted.ts'
import { dataOf, instrumentFiles, terminalText } from '../instrument.ts'
import validators from './instrument.ts'

const sample = sampleValidators({
  joi: { times: [5_002, 5_102, 5_202], counts: [40_000, 40_400] },
  zod: { times: [502, 512, 522], counts: [4_000, 4_040] },
  bare: { times: [2.1, 2.2, 2.3], counts: [30, 30] },
  'zod on bun': { times: [402], runtime: 'bun' },
  broken: { times: [502], refusal: 'missing id: validate accepts {}' },
})
const stored = {
  file: {
    ...sample,
    notInstalled: [{ name: 'typia', install: 'npm install' }],
    servers: sample.servers.map((library) => ({
      ...library,
      validation: { ...library.validation, by: 'library' } as const,
      ...(library.name === 'joi' && { accepts: 'accepts null as a date', deviations: ['name: 5'] }),
    })),
    checksum: '',
  },
  path: 'results/validators/2026-11-22T10-00-00Z.json',
}

const cells = (row: string) => row.split('|').map((cell) => cell.trim())

const picture = (theme: string) => `charts/published/validators/parse.${theme}.svg`
const PAGE = 'charts/published/validators/README.md'

test('the page has a row per library and runtime, the fastest parse on Node.js first, and notes on libraries', () => {
  const files = instrumentFiles(validators, [stored])
  assert.deepEqual([...files.keys()].sort(), [PAGE, picture('dark'), picture('light')].sort())
  for (const theme of ['light', 'dark'])
    assert.match(files.get(picture(theme)) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
  const page = files.get(PAGE) ?? ''
  const [, times = '', counts = ''] = page.split('### ')
  assert.deepEqual(
    times
      .split('\n')
      .filter((line) => /^\| (joi ¬|zod|bare)/.test(line))
      .map((row) => cells(row).slice(1, 6)),
    [
      ['bare', 'Node.js', '1.0.0', 'interpreted', '&lt; 1 ± 120%'],
      ['zod', 'Node.js', '1.0.0', 'interpreted', '510 ± 4.9%'],
      ['zod on bun', 'Bun', '1.0.0', 'interpreted', '400'],
      ['joi ¬', 'Node.js', '1.0.0', 'interpreted', '5,100 ± 4.9%'],
    ],
  )
  assert.match(times, /\n\| zod \| .* \| 10\.0 \| 50\.0 \|\n/)
  assert.match(counts, /\n\| zod \| Node\.js \| 4,020 ± 6.3% \|/)
  assert.ok(!counts.includes('zod on bun'))
  assert.match(page, /\n- broken: disqualified: missing id: validate accepts {}\n/)
  assert.match(page, /\n- ¬ accepts-invalid: joi: accepts null as a date\n/)
  assert.match(page, /\n- joi ¬ on Node\.js: name: 5\n/)
  assert.match(page, /\n- typia: not installed, so not measured\n/)
})

test('a count that has not settled is marked', () => {
  const [counted] = sample.servers.filter(({ name }) => name === 'zod')
  const calls = { instructions: 10, settled: false }
  const unsettled = {
    ...stored.file,
    servers: [{ ...(counted ?? assert.fail()), counted: [{ parse: calls }] }],
  }
  assert.match(terminalText(validators, unsettled), /│ +10\.0 \(unsettled\) │[\s\S]*\nunsettled: /)
})

test('CSV has every figure of a library under its own name', () => {
  const [head = '', ...rows] = csvOf(dataOf(validators, stored.file)).split('\r\n')
  assert.equal(new Set(head.split(',')).size, head.split(',').length)
  assert.match(
    head,
    /,parse_ns,parse_ns_low,parse_ns_high,.*,parse_instructions,.*,import_ms,.*first_call_us/,
  )
  assert.equal(
    rows.filter((row) => /,zod,1\.0\.0,node 24\.0\.0,interpreted,510,/.test(row)).length,
    1,
  )
})

test('the chart has a row per library on Node, except disqualified ones', () => {
  const [chart] = validators.charts?.(withAccepted(stored.file, []).file) ?? []
  assert.match(
    chart?.title ?? '',
    /^Fastest to parse a user on Node\.js: bare < 1 ns and zod 510 ns \(tied\)$/,
  )
})
