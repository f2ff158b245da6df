import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleValidators } from '../../shared/result/validators-fixtures.ts'
import { validatorRows } from '../specs/validators.ts'
import { VALIDATORS_PATH } from '../text/paths.ts'
import { validatorsPublication } from './validators.ts'

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
    libraries: sample.libraries.map((library) =>
      library.folder === 'joi' ? { ...library, accepts: 'accepts null as a date', deviations: ['name: 5'] } : library,
    ),
    checksum: '',
  },
  path: 'results/validators/2026-11-22T10-00-00Z.json',
}

const cells = (row: string) => row.split('|').map((cell) => cell.trim())

const picture = (theme: string) => `charts/published/validators/parse.${theme}.svg`

test('the page has a table a runtime, the shortest parse first, and says what is held against whom', async () => {
  const files = await validatorsPublication(stored)
  assert.deepEqual([...files.keys()].sort(), [VALIDATORS_PATH, picture('dark'), picture('light')].sort())
  const page = files.get(VALIDATORS_PATH) ?? ''
  const [node = '', bun = ''] = page.split('## ').slice(1)
  const times = node.split('\n').filter((line) => /^\| (joi ¬|zod|bare) \| 1\.0\.0/.test(line))
  assert.deepEqual(
    times.map((row) => cells(row).slice(1, 5)),
    [
      ['bare', '1.0.0', 'interpreted', '< 1 ±124%'],
      ['zod', '1.0.0', 'interpreted', '510 ±5%'],
      ['joi ¬', '1.0.0', 'interpreted', '5,100 ±5%'],
    ],
  )
  assert.match(node, /\n\| zod \| 4,020 ±6% \|/)
  assert.match(node, /\n\| zod \| 128 \| 128 \| 128 \| 128 \| 128 \| 10\.0 ±0\.0% \| 50\.0 ±0\.0% \|\n/)
  assert.match(bun, /\n\| zod on bun \| 1\.0\.0 \| interpreted \| 400 \|/)
  assert.doesNotMatch(bun, /Instructions a call/)
  assert.match(page, /\n- broken on Node\.js: refused: missing id: validate accepts {}\n/)
  assert.match(page, /\n- ¬ joi accepts null as a date\n/)
  assert.match(page, /\n- joi on Node\.js: name: 5\n/)
  assert.match(page, /\n- typia: not installed, so not measured\n/)
  assert.ok(page.includes(`[\`${stored.path}\`](../../../${stored.path})`))
})

test('the chart has a row a library on Node, and none for who was refused', async () => {
  assert.deepEqual(
    validatorRows(stored.file).map(({ label, role, figure, aside }) => [label, role, figure, aside]),
    [
      ['bare', 'node', '< 1 ns', '30.0'],
      ['zod', 'node', '510 ns', '4,020'],
      ['joi', 'node', '5,100 ns', '40,200'],
    ],
  )
  const files = await validatorsPublication(stored)
  for (const theme of ['light', 'dark'] as const)
    assert.match(files.get(picture(theme)) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
})
