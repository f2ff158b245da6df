import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COST_STEPS, type Cost } from '../../shared/result/cost.ts'
import { SAMPLE_LAYERS, SAMPLE_STEPS, sampleCost, sampleLibrary } from '../../shared/result/cost-fixtures.ts'
import { COST_PATH, costPages, NO_COSTS } from './cost.ts'

const path = 'results/cost/a.json'

const filesOf = (change: Parameters<typeof sampleCost>[0] = {}) => {
  const stored = { cost: { ...sampleCost(change), checksum: '' } as Cost, path }
  return costPages({ ...NO_COSTS, ladder: { instructions: stored, microseconds: stored } })
}

const pageOf = async (change?: Parameters<typeof sampleCost>[0]) => (await filesOf(change)).get(COST_PATH) ?? ''

describe('the page of the cost ladder', () => {
  test('has a table and a chart in both themes for each measure, and leads to the file', async () => {
    const files = await filesOf()
    const page = files.get(COST_PATH) ?? ''
    for (const measure of ['instructions', 'microseconds']) {
      for (const theme of ['light', 'dark']) {
        assert.match(files.get(`charts/published/cost/${measure}.${theme}.svg`) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
        assert.ok(page.includes(`"${measure}.${theme}.svg"`))
      }
    }
    assert.ok(page.includes(`| library | ${COST_STEPS.join(' | ')} | sum |`))
    assert.match(
      page,
      /\n\| quick 1\.2\.3 \| 40,000 ±\S+ \| 8,000 ±\S+ \|.* \| 66,000 \|\n\| slow 1\.2\.3 \|.* \| 82,000 \|\n/,
    )
    assert.match(page, /\n\| quick 1\.2\.3 \| 10\.00 ±\S+ \| 2\.00 ±\S+ \|.* \| 16\.50 \|\n/)
    assert.match(page, /\n\| quick \| quick \| yes \| 1\.000 \(0\.99\d–1\.00\d\) \| 1\.000 \(1\.000–1\.000\) \|\n/)
    assert.ok(page.includes(`[\`${path}\`](../../../${path})`))
    assert.doesNotMatch(page, /undefined|NaN|does it do anything/)
  })

  test('calls out who seems to do nothing, and says who was refused and who is not installed', async () => {
    const idle = SAMPLE_STEPS.map((cost, step) => (COST_STEPS[step] === 'validate' ? 0 : cost))
    const refused = sampleLibrary('liar', SAMPLE_STEPS, {
      rungs: [],
      anchor: [],
      server: null,
      refusal: 'validate accepts {}',
    })
    const page = await pageOf({
      libraries: [sampleLibrary('idle', idle), refused],
      notInstalled: [{ name: 'typia', install: 'npm install' }],
    })
    assert.match(page, /\*\*idle\*\*: its validation costs nothing that can be told from zero: does it do anything\?/)
    assert.match(page, /\| ~ \S+ ±/)
    assert.ok(page.includes('liar: refused: validate accepts {}'))
    assert.ok(page.includes('typia: not installed'))
    assert.doesNotMatch(page, /\n\| liar/)
  })

  test('names those that have steps and are in no ladder', async () => {
    const cost = sampleCost({ notInstalled: [{ name: 'typia', install: 'npm install' }] })
    const stored = { cost: { ...cost, checksum: '' } as Cost, path }
    const ladder = { instructions: stored, microseconds: null }
    const held = cost.libraries.map(({ folder }) => folder)
    const page = async (folders: string[]) => (await costPages({ ...NO_COSTS, ladder, folders })).get(COST_PATH) ?? ''
    assert.match(await page([...held, 'typia', 'mion']), /\n- mion: not in the ladder of instructions,/)
    assert.doesNotMatch(await page([...held, 'typia']), /not in the ladder/)
  })

  test('says how far the parts are from the whole where both should cost the same', async () => {
    const library = sampleLibrary('quick', SAMPLE_STEPS)
    const dearer = (values: readonly number[]) => values.map((value) => value * 1.02)
    const server = library.server && { ...library.server, instructions: dearer(library.server.instructions) }
    const page = await pageOf({ libraries: [{ ...library, server }] })
    assert.match(
      page,
      /the rungs cost in instructions 2\.0% less \(quick: \d,\d{3}\), in CPU time 0\.0% (less|more) \(quick: 0\.00 µs\)\./,
    )
    const framework = server && { ...server, bare: false }
    assert.doesNotMatch(await pageOf({ libraries: [{ ...library, server: framework }] }), /The furthest of those/)
  })

  test('leaves out whole what was not measured', async () => {
    const none = <T extends { microseconds: number[] }>(costs: T) => ({ ...costs, microseconds: [] })
    const { common } = sampleCost()
    const library = sampleLibrary('a', SAMPLE_STEPS)
    const files = await filesOf({
      timing: null,
      common: common.map(none),
      libraries: [{ ...library, rungs: library.rungs.map(none), anchor: [], server: null }],
    })
    assert.deepEqual([...files.keys()].sort(), [
      'charts/published/cost/README.md',
      'charts/published/cost/instructions.dark.svg',
      'charts/published/cost/instructions.light.svg',
    ])
    assert.doesNotMatch(files.get(COST_PATH) ?? '', /CPU time a request|Whether the parts|undefined|NaN/)
    assert.deepEqual([...(await costPages(NO_COSTS))], [])
  })
})

describe('the layers of frameworks on the page', () => {
  test('stand in a table and a chart in both themes for each measure', async () => {
    const cost = { ...sampleCost({ common: [], libraries: [], servers: SAMPLE_LAYERS }), checksum: '' } as Cost
    const stored = { cost, path }
    const files = await costPages({ ...NO_COSTS, layers: { instructions: stored, microseconds: stored } })
    const page = files.get(COST_PATH) ?? ''
    for (const measure of ['instructions', 'microseconds']) {
      for (const theme of ['light', 'dark']) {
        assert.match(files.get(`charts/published/cost/layers-${measure}.${theme}.svg`) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
        assert.ok(page.includes(`"layers-${measure}.${theme}.svg"`))
      }
    }
    assert.equal(files.size, 5)
    assert.match(
      page,
      /\n\| house \| whole: × 2\.50 of node:http \| 20,000 \| \S+ \|\s+\|\n\| *\| node:http \| 8,000 \| \S+ \| 40% \|\n/,
    )
    assert.match(page, /\| tower itself \| 13,000 \| \S+ \| 33% \|/)
    assert.doesNotMatch(page, /undefined|NaN|Whether the parts/)
  })
})
